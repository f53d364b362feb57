type Details = { field?: string; reason?: string; source?: string; step?: string };

/** An error in Razorpay's envelope, with the HTTP status that it travels with. */
export class RazorpayError extends Error {
  override readonly name = 'RazorpayError';
  readonly status: number;
  readonly code: string;
  readonly details: Details;

  constructor(status: number, code: string, description: string, details: Details = {}) {
    super(description);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  body() {
    return {
      error: {
        code: this.code,
        description: this.message,
        source: this.details.source ?? 'business',
        step: this.details.step ?? 'payment_initiation',
        reason: this.details.reason ?? 'input_validation_failed',
        metadata: {},
        ...(this.details.field ? { field: this.details.field } : {}),
      },
    };
  }
}

export function badRequest(description: string, details?: Details): RazorpayError {
  return new RazorpayError(400, 'BAD_REQUEST_ERROR', description, details);
}

export const notApplicable = { source: 'NA', step: 'NA', reason: 'NA' };

export const authenticationFailed = () =>
  new RazorpayError(401, 'BAD_REQUEST_ERROR', 'Authentication failed', notApplicable);

export const notFound = () => badRequest('The requested URL was not found on the server.');
