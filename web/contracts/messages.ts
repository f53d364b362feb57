import * as z from 'zod/mini';
import { emailSchema } from '#web/mail/address.ts';

const text = z.string();
const optionalText = z.nullable(text);

/**
 * `waiting` for its turn or for another try (`next_at`, with the last `problem`), `sending` just now, `sent` to the mail
 * server, `failed` for good (`problem` says why), `kept` here because no mail server is set up.
 */
export const messageStates = ['waiting', 'sending', 'sent', 'failed', 'kept'] as const;

const messageSchema = z.object({
  id: z.number(),
  /** `receipt` and `refund` go to customers, all else to staff. */
  kind: text,
  state: z.enum(messageStates),
  /** An e-mail address; null once erased, as are the text and the problem. */
  recipient: optionalText,
  order_id: optionalText,
  bill_number: optionalText,
  subject: text,
  text: optionalText,
  attempts: z.number(),
  problem: optionalText,
  created_at: text,
  next_at: optionalText,
  sent_at: optionalText,
});
export type Message = z.infer<typeof messageSchema>;

/** `GET /messages?order=&state=&after=`, the newest first; `after` is the `next` of the page before. */
export const messageListSchema = z.object({
  messages: z.array(messageSchema),
  next: z.optional(text),
  /** Whether a mail server is set up. */
  sends: z.boolean(),
});

/** Answer to `POST /messages/:id/resend`, without a body, and to `POST /:orderId/mail`: the new message. */
export const madeMessageSchema = z.object({ message: messageSchema });

/** Body of `POST /:orderId/mail`: where to send the receipt of a paid order. */
export const mailBodySchema = z.object({ email: emailSchema });
