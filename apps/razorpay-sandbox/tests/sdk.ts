import Razorpay from 'razorpay';
import { z } from 'zod';

/** Razorpay's own client, pointed at an address. */
export function sdk(credentials: { key_id: string; key_secret: string }, baseURL: string): Razorpay {
  const client = new Razorpay(credentials);
  // The SDK's address is not a setting; its axios instance has one.
  Object.assign(z.object({ rq: z.custom<{ defaults: object }>() }).parse(client.api).rq.defaults, {
    baseURL,
  });
  return client;
}

const errorSchema = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string(), description: z.string(), reason: z.string().nullish() }),
});

/** The error with which the SDK rejects. */
export async function errorOf(call: Promise<unknown>) {
  return errorSchema.parse(
    await call.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
}
