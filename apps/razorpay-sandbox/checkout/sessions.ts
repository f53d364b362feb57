import { z } from 'zod';
import type { Failure, OrderEntity } from '../entities.ts';

const text = (maxLength: number) => z.string().max(maxLength).catch('');

/** The supported options of `new Razorpay(options)`. Invalid optional values are ignored, as at Razorpay. */
export const checkoutOptions = z.object({
  key: z.string(),
  order_id: z.string(),
  name: text(200),
  description: text(300),
  prefill: z.object({ name: text(200), contact: text(20) }).catch({ name: '', contact: '' }),
  theme: z.object({ color: z.string().regex(/^#[0-9a-f]{6}$/i) }).catch({ color: '#10292b' }),
  /** With `redirect`, the checkout is a page that posts its result to this URL. */
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

/** Whether the shop hides this way to pay by UPI, or UPI altogether. */
export const hidesUpi = (
  { config }: z.infer<typeof checkoutOptions>,
  flow: 'qr' | 'intent' | 'collect' | '' = '',
) =>
  config.display.hide.some(
    ({ method, flows }) => method === 'upi' && (flows.length === 0 || flows.includes(flow)),
  );

export type Session = {
  token: string;
  options: z.infer<typeof checkoutOptions>;
  order: OrderEntity;
  /** Origin of the shop's page. Only this origin receives the result. */
  origin: string;
  /** URL for the result, if the checkout is a page. */
  callback: string | undefined;
  /** Phones open UPI apps; desktops show a QR code. */
  isPhone: boolean;
  paymentId: string;
  bank?: string | undefined;
  /** The failure that the entered card number causes. */
  failure?: Failure | undefined;
};
