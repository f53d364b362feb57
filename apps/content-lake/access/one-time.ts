import { randomBytes } from 'node:crypto';

/** Secrets that work once and only for a short while: sign-in codes, form tokens, event-stream tickets. */
export class OneTimeSecrets<T> {
  readonly #lifetime: number;
  readonly #entries = new Map<string, { value: T; expires: number }>();

  /** `lifetime` in milliseconds. */
  constructor(lifetime: number) {
    this.#lifetime = lifetime;
  }

  /** Makes a secret of 43 characters that stands for a value. */
  issue(value: T): string {
    const now = Date.now();
    // Entries expire in the order in which they were made, so the first that lives ends the search.
    for (const [secret, entry] of this.#entries) {
      if (entry.expires > now) break;
      this.#entries.delete(secret);
    }
    const secret = randomBytes(32).toString('base64url');
    this.#entries.set(secret, { value, expires: now + this.#lifetime });
    return secret;
  }

  /** The value of a secret, which is used up; undefined for one that is unknown, used or too old. */
  redeem(secret: string): T | undefined {
    const entry = this.#entries.get(secret);
    this.#entries.delete(secret);
    return entry && entry.expires > Date.now() ? entry.value : undefined;
  }
}
