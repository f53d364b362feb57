import * as z from 'zod/mini';
import { billStates, linkStates } from '#web/contracts/states.ts';

const text = z.string();
const optionalText = z.nullable(text);
const paise = z.number();

/** Answer to `POST /api/bill-status` `{link}`: the part of a bill that its link shows; 404 for an unknown link. */
export const billStatusSchema = z.object({
  state: z.enum(billStates),
  link: z.enum(linkStates),
  billNumber: text,
  /** The initials alone, `A••• V•••`. */
  customer: optionalText,
  /** The last four digits alone, `••••••3210`. */
  phone: optionalText,
  amount: paise,
  paid: paise,
  /** Still payable by the link; zero when it is closed. */
  open: paise,
  /** In cheques that are not cleared, if there are any. */
  cheques: z.optional(paise),
  dueOn: optionalText,
  note: optionalText,
  /**
   * A payment that somebody else has begun by this link, in paise; `isUnpaid` when the gateway says that nothing came of
   * it so far.
   */
  underWay: z.optional(z.object({ amount: paise, at: text, isUnpaid: z.boolean() })),
});
export type BillStatus = z.infer<typeof billStatusSchema>;
