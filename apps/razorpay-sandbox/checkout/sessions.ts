import { z } from 'zod';
import type { Failure, OrderEntity } from '../entities.ts';

const text = (longest: number) => z.string().max(longest).catch('');

/** The supported options of `new Razorpay(options)`; invalid ones are ignored, as at Razorpay. */
export const checkoutOptions = z.object({
  key: z.string(),
  order_id: z.string(),
  name: text(200),
  description: text(300),
  prefill: z.object({ name: text(200), contact: text(20) }).catch({ name: '', contact: '' }),
  theme: z.object({ color: z.string().regex(/^#[0-9a-f]{6}$/i) }).catch({ color: '#10292b' }),
  /** With `redirect`, the dialog is a page that posts its result there. */
  callback_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  redirect: z.boolean().catch(false),
  config: z
    .object({
      display: z.object({
        hide: z.array(z.object({ method: z.string(), flows: z.array(z.string()).catch([]) })),
      }),
    })
    .catch({ display: { hide: [] } }),
});

/** Whether the shop leaves out a way to pay by UPI, or UPI altogether. */
export const hidesUpi = ({ config }: z.infer<typeof checkoutOptions>, flow: 'qr' | 'intent' | 'collect') =>
  config.display.hide.some(
    ({ method, flows }) => method === 'upi' && (flows.length === 0 || flows.includes(flow)),
  );

export type Session = {
  token: string;
  options: z.infer<typeof checkoutOptions>;
  order: OrderEntity;
  /** Origin of the opening page, the only one that gets the result. */
  origin: string;
  /** Target of the result, if the dialog is a page. */
  callback: string | undefined;
  /** Phones have UPI apps to open, desktops show a code for them. */
  isPhone: boolean;
  paymentId: string;
  bank?: string | undefined;
  /** Known from the card. */
  failure?: Failure | undefined;
};
