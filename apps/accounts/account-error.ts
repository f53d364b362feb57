/** A problem that the user can solve. The pages show its message. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 503;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;

  constructor(message: string, status: AccountError['status'] = 400, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
