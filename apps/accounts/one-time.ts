import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** More than this many at once, and the oldest are no longer good. */
const max = 10_000;

/** Secrets that work once and only for a short while: sign-in codes, form tokens. */
export class OneTimeSecrets<T extends NonNullable<unknown>> {
  readonly #values: LRUCache<string, T>;

  /** `lifetime` in milliseconds. */
  constructor(lifetime: number) {
    this.#values = new LRUCache({ max, ttl: lifetime });
  }

  /** Makes a secret of 43 characters that stands for a value. */
  issue(value: T): string {
    const secret = randomBytes(32).toString('base64url');
    this.#values.set(secret, value);
    return secret;
  }

  /** The value of a secret, which is used up; undefined for one that is unknown, used or too old. */
  redeem(secret: string): T | undefined {
    const value = this.#values.get(secret);
    this.#values.delete(secret);
    return value;
  }
}
