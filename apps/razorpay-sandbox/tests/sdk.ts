import Razorpay from 'razorpay';
import { z } from 'zod';

/** Creates Razorpay's own client for another URL. */
export function sdk(credentials: { key_id: string; key_secret: string }, baseURL: string): Razorpay {
  const client = new Razorpay(credentials);
  // The SDK has no setting for the URL, but its axios instance does.
  Object.assign(z.object({ rq: z.custom<{ defaults: object }>() }).parse(client.api).rq.defaults, {
    baseURL,
  });
  return client;
}

const errorSchema = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string(), description: z.string(), reason: z.string().nullish() }),
});

/** Returns Razorpay's description of the error with which the SDK rejects. */
export const describeError = async (call: Promise<unknown>) => (await errorOf(call)).error.description;

/** Returns the error with which the SDK rejects. */
export async function errorOf(call: Promise<unknown>) {
  return errorSchema.parse(
    await call.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
}
