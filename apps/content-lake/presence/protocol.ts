import { z } from 'zod';
import { json } from '../json.ts';

const errorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
} as const;

export class RpcError extends Error {
  readonly code: number;

  constructor(code: keyof typeof errorCodes, message: string) {
    super(message);
    this.code = errorCodes[code];
  }
}

const sessionId = z.string().min(1).max(100);
const session = z.object({ session: sessionId });

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(100), z.number()]),
  method: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});
type Request = z.infer<typeof requestSchema>;

/** The methods of Sanity's presence protocol, as `@sanity/bifur-client` calls them. */
const callSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('presence_subscribe') }),
  z.object({
    method: z.literal('presence_unsubscribe'),
    params: z.object({ subscriptionId: z.string().max(100) }),
  }),
  z.object({ method: z.literal('presence_rollcall'), params: session }),
  z.object({ method: z.literal('presence_disconnect'), params: session }),
  z.object({
    method: z.literal('presence_announce'),
    // Locations are opaque to the lake.
    params: z.object({
      data: z.object({ sessionId, locations: z.array(z.record(z.string(), z.unknown())).max(50) }),
    }),
  }),
]);
export type Call = z.infer<typeof callSchema>;

/** `i` is the user's id as the lake knows it, never as a client sends it. */
export type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: Record<string, unknown>[] } }
  | { type: 'disconnect'; i: string; m: { session: string } };

/** @throws RpcError for anything but a JSON-RPC request */
export function parseRequest(text: string): Request {
  const value = json.safeParse(text);
  if (!value.success) throw new RpcError('parseError', 'The message is not JSON.');
  const parsed = requestSchema.safeParse(value.data);
  if (!parsed.success) throw new RpcError('invalidRequest', 'The message is not a JSON-RPC 2.0 request.');
  return parsed.data;
}

/** @throws RpcError that names the method or the parameter */
export function parseCall(request: Request): Call {
  const parsed = callSchema.safeParse(request);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.path[0] === 'method')
    throw new RpcError('methodNotFound', `There is no method "${request.method}" here.`);
  throw new RpcError('invalidParams', `${issue?.path.join('.')}: ${issue?.message}`);
}

export function encode(message: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message });
}
