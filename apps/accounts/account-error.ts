/** A mistake by a user, in words for them; thrown anywhere, shown by the pages. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 503;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(message: string, status: AccountError['status'] = 400, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
