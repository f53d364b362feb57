type Details = { field?: string; reason?: string; source?: string; step?: string };

/** An error in Razorpay's format, with its HTTP status. */
export class RazorpayError extends Error {
  override readonly name = 'RazorpayError';
  readonly status: number;
  readonly body: { error: object };

  constructor(status: number, description: string, details: Details = {}) {
    super(description);
    this.status = status;
    this.body = {
      error: {
        code: status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
        description,
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
        ...details,
      },
    };
  }
}

export function badRequest(description: string, details?: Details): RazorpayError {
  return new RazorpayError(400, description, details);
}

export const notApplicable = { source: 'NA', step: 'NA', reason: 'NA' };

export const authenticationFailed = () => new RazorpayError(401, 'Authentication failed', notApplicable);
