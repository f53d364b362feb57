import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { OrderEntity } from '../entities.ts';

const flag = (fallback: boolean) => z.boolean().catch(fallback);

/** The options of `new Razorpay(options)` that the dialog uses; invalid ones are ignored, as Razorpay does. */
export const checkoutOptions = z.object({
  key: z.string(),
  order_id: z.string(),
  name: z.string().max(200).catch(''),
  description: z.string().max(300).catch(''),
  prefill: z
    .object({ name: z.string().max(200).catch(''), contact: z.string().max(20).catch('') })
    .catch({ name: '', contact: '' }),
  theme: z.object({ color: z.string().regex(/^#[0-9a-f]{6}$/i) }).catch({ color: '#10292b' }),
  /** With `redirect`, the dialog is a page of its own that posts its result there. */
  callback_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  redirect: flag(false),
  retry: z.object({ enabled: flag(true) }).catch({ enabled: true }),
  modal: z
    .object({ escape: flag(true), confirm_close: flag(false) })
    .catch({ escape: true, confirm_close: false }),
});
export type CheckoutOptions = z.infer<typeof checkoutOptions>;

/** One opened dialog. */
export type Session = {
  token: string;
  options: CheckoutOptions;
  order: OrderEntity;
  /** Origin of the page that opened it; the only one that is told what happened. */
  origin: string;
  /** Where the result is posted to, when the dialog is a page of its own. */
  callback: string | undefined;
  /** The current attempt, and the bank whose page it is on. */
  paymentId: string | undefined;
  bank: string | undefined;
  failingCard: string | undefined;
};

/** The dialogs that are open, in memory: they end with the sandbox. */
export class Sessions {
  readonly #sessions = new LRUCache<string, Session>({ max: 2000 });

  open(options: CheckoutOptions, order: OrderEntity, origin: string): Session {
    return this.update(
      {
        token: randomBytes(16).toString('base64url'),
        options,
        order,
        origin,
        callback: options.redirect ? options.callback_url : undefined,
        paymentId: undefined,
        bank: undefined,
        failingCard: undefined,
      },
      {},
    );
  }

  get(token: string): Session | undefined {
    return this.#sessions.get(token);
  }

  update(session: Session, changes: Partial<Session>): Session {
    const changed = { ...session, ...changes };
    this.#sessions.set(session.token, changed);
    return changed;
  }
}
