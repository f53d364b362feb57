import { z } from 'zod';
import type { Failure, OrderEntity } from '../entities.ts';

const text = (longest: number) => z.string().max(longest).catch('');

/** The options of `new Razorpay(options)` that the dialog uses; invalid ones are ignored, as Razorpay does. */
export const checkoutOptions = z.object({
  key: z.string(),
  order_id: z.string(),
  name: text(200),
  description: text(300),
  prefill: z.object({ name: text(200), contact: text(20) }).catch({ name: '', contact: '' }),
  theme: z.object({ color: z.string().regex(/^#[0-9a-f]{6}$/i) }).catch({ color: '#10292b' }),
  /** With `redirect`, the dialog is a page of its own that posts its result there. */
  callback_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  redirect: z.boolean().catch(false),
});

/** One opened dialog. */
export type Session = {
  token: string;
  options: z.infer<typeof checkoutOptions>;
  order: OrderEntity;
  /** Origin of the page that opened it; the only one that is told what happened. */
  origin: string;
  /** Where the result is posted to, when the dialog is a page of its own. */
  callback: string | undefined;
  /** The current attempt. */
  paymentId: string;
  /** The bank whose page the attempt is on. */
  bank?: string | undefined;
  /** How the attempt will fail, known from its card. */
  failure?: Failure | undefined;
};
