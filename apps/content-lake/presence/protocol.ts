import { z } from 'zod';

/** Sanity's presence protocol: JSON-RPC 2.0 over a WebSocket, method names as `@sanity/bifur-client` sends them. */
const sessionId = z.string().min(1).max(100);

const request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(100), z.number()]),
  method: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});
export type Request = z.infer<typeof request>;

export const authorizationParams = z.object({ authorization: z.string().max(1000) });
export const sessionParams = z.object({ session: sessionId });
export const unsubscribeParams = z.object({ subscriptionId: z.string().max(100) });
/** Where in the content somebody is; what a location holds is the Studio's affair. */
export const announceParams = z.object({
  data: z.object({ sessionId, locations: z.array(z.record(z.string(), z.unknown())).max(50) }),
});

/** What others hear. `i` is the user's id as the lake knows it, never one that a client sends. */
export type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: Record<string, unknown>[] } }
  | { type: 'disconnect'; i: string; m: { session: string } };

/** JSON-RPC's own error codes, and the ones that Sanity adds. */
export const errorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  unauthorized: 4001,
} as const;

/** A refusal that is sent to the client as a JSON-RPC error. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws RpcError for anything but a JSON-RPC request */
export function parseRequest(text: string): Request {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RpcError(errorCodes.parseError, 'The message is not JSON.');
  }
  const parsed = request.safeParse(value);
  if (!parsed.success)
    throw new RpcError(errorCodes.invalidRequest, 'The message is not a JSON-RPC 2.0 request.');
  return parsed.data;
}

/** @throws RpcError that names the parameter */
export function parseParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RpcError(errorCodes.invalidParams, `${issue?.path.join('.') || 'params'}: ${issue?.message}`);
}

export function answer(id: Request['id'], result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function refusal(id: Request['id'] | null, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: error.code, message: error.message } });
}

export function notification(subscription: string, result: PresenceEvent): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    method: 'presence_subscription',
    params: { subscription, result },
  });
}
