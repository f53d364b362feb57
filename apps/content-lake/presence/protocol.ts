import { z } from 'zod';
import { json } from '../json.ts';

const sessionId = z.string().min(1).max(100);
const session = z.object({ session: sessionId });

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(100), z.number()]),
  method: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** Calls in Sanity's presence protocol, as `@sanity/bifur-client` makes them. */
const callSchema = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('authorization'),
    params: z.object({ authorization: z.string().max(1000) }),
  }),
  z.object({ method: z.literal('presence_subscribe') }),
  z.object({
    method: z.literal('presence_unsubscribe'),
    params: z.object({ subscriptionId: z.string().max(100) }),
  }),
  z.object({ method: z.literal('presence_rollcall'), params: session }),
  z.object({ method: z.literal('presence_disconnect'), params: session }),
  z.object({
    method: z.literal('presence_announce'),
    // The lake relays locations without interpreting them.
    params: z.object({
      data: z.object({ sessionId, locations: z.array(z.record(z.string(), z.unknown())).max(50) }),
    }),
  }),
]);
export type Call = z.infer<typeof callSchema>;

/** `i` is the id of the authenticated user, never an id that a client sends. */
export type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: Record<string, unknown>[] } }
  | { type: 'disconnect'; i: string; m: { session: string } };

/** JSON-RPC error codes by the invalid part of a request. */
const codes: Record<string, number> = { method: -32_601, params: -32_602 };

export function readCall(text: string) {
  const request = json.pipe(requestSchema).safeParse(text).data;
  const { data: call, error } = callSchema.safeParse(request);
  const issue = error?.issues[0];
  const code = codes[String(issue?.path[0])] ?? -32_600;
  return { id: request?.id ?? null, call, error: issue && { code, message: issue.message } };
}

export function encode(message: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message });
}
