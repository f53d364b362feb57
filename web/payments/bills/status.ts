import * as z from 'zod/mini';
import { billStates, linkStates } from '#web/contracts/states.ts';

const text = z.string();
const optionalText = z.nullable(text);
const paise = z.number();

/** Response of `POST /api/bill-status` `{link}`: the part of a bill that its link shows. 404 for an unknown link. */
export const billStatusSchema = z.object({
  state: z.enum(billStates),
  link: z.enum(linkStates),
  billNumber: text,
  /** Initials only, `A••• V•••`. */
  customer: optionalText,
  /** The last four digits only, `••••••3210`. */
  phone: optionalText,
  amount: paise,
  paid: paise,
  /** The amount above the bill that staff have not reviewed, if there is any. */
  surplus: z.optional(paise),
  /** Payable through the link; zero if the link takes no payment. */
  open: paise,
  /** The amount in uncleared cheques, if there are any. */
  cheques: z.optional(paise),
  dueOn: optionalText,
  note: optionalText,
  /**
   * A payment that somebody else started with this link; `amount` is in paise. `isUnpaid`: the gateway says that
   * nothing was paid so far.
   */
  underWay: z.optional(z.object({ amount: paise, at: text, isUnpaid: z.boolean() })),
});
export type BillStatus = z.infer<typeof billStatusSchema>;
