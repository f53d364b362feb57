import * as z from 'zod/mini';
import { billStates } from '#web/contracts/states.ts';

const text = z.string();
const optionalText = z.nullable(text);
const paise = z.number();

/** Answer to `POST /api/bill-status` `{link}`: the part of a bill that its link shows; 404 for an unknown link. */
export const billStatusSchema = z.object({
  state: z.enum(billStates),
  billNumber: text,
  /** The initials alone, `A••• V•••`. */
  customer: optionalText,
  amount: paise,
  paid: paise,
  /** Still payable by the link; zero when it is closed. */
  open: paise,
  dueOn: optionalText,
  note: optionalText,
});
export type BillStatus = z.infer<typeof billStatusSchema>;
