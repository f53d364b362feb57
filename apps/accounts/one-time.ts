import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Beyond this number, the oldest secrets expire. */
const max = 10_000;

/** Short-lived secrets that work once, for example sign-in codes. */
export class OneTimeSecrets<T extends NonNullable<unknown>> {
  readonly #values: LRUCache<string, T>;

  /** `lifetime` in milliseconds. */
  constructor(lifetime: number) {
    this.#values = new LRUCache({ max, ttl: lifetime });
  }

  /** Returns a new secret of 43 characters for a value. */
  issue(value: T): string {
    const secret = randomBytes(32).toString('base64url');
    this.#values.set(secret, value);
    return secret;
  }

  /** Returns a secret's value and invalidates the secret. Returns undefined for an unknown, used or expired secret. */
  redeem(secret: string): T | undefined {
    const value = this.#values.get(secret);
    this.#values.delete(secret);
    return value;
  }
}
