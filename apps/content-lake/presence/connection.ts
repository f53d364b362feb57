import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Member, PresenceHub } from './hub.ts';
import {
  announceParams,
  answer,
  authorizationParams,
  errorCodes,
  parseParams,
  parseRequest,
  type Request,
  RpcError,
  refusal,
  sessionParams,
  unsubscribeParams,
} from './protocol.ts';

/** Sanity's heartbeat; the client shows "offline" when it has not come for a while. */
const HEARTBEAT = '♥';
const HEARTBEAT_INTERVAL_MS = 15_000;
/** A Studio tab has one subscription and one session. */
const MAX_PER_CONNECTION = 20;
/** Bytes that may wait for a client that does not read. */
const MAX_BUFFERED = 1024 * 1024;

/** Says who a bearer token belongs to; asked again on every heartbeat, so that a revoked session ends. */
export type Authenticate = (authorization: string) => string | undefined;

/** Speaks with one client until the socket closes. `authorization`: the header of the upgrade request, if it had one. */
export function serveConnection(
  socket: WebSocket,
  options: {
    hub: PresenceHub;
    dataset: string;
    authenticate: Authenticate;
    authorization: string | undefined;
  },
) {
  const { hub, authenticate } = options;
  let { authorization } = options;
  let alive = true;
  const member: Member = {
    dataset: options.dataset,
    userId: authorization === undefined ? undefined : authenticate(authorization),
    subscriptions: new Set(),
    sessions: new Set(),
    send(text) {
      if (socket.bufferedAmount > MAX_BUFFERED) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(text);
    },
  };
  hub.join(member);

  const heartbeat = setInterval(() => {
    if (!alive) {
      socket.terminate();
      return;
    }
    if (member.userId && authorization !== undefined && authenticate(authorization) === undefined) {
      socket.close(errorCodes.unauthorized, 'The session has ended');
      return;
    }
    alive = false;
    socket.ping();
    member.send(HEARTBEAT);
  }, HEARTBEAT_INTERVAL_MS);

  function handle({ method, params }: Request): unknown {
    if (method === 'authorization') {
      ({ authorization } = parseParams(authorizationParams, params));
      member.userId = authenticate(authorization);
      if (!member.userId)
        throw new RpcError(errorCodes.unauthorized, 'The session is not valid: sign in again.');
      return 'ok';
    }
    const { userId } = member;
    if (!userId)
      throw new RpcError(errorCodes.unauthorized, 'Send a valid token with "authorization" first.');
    switch (method) {
      case 'presence_subscribe': {
        const subscription = randomUUID();
        remember(member.subscriptions, subscription);
        return subscription;
      }
      case 'presence_unsubscribe':
        member.subscriptions.delete(parseParams(unsubscribeParams, params).subscriptionId);
        return 'ok';
      case 'presence_rollcall': {
        const { session } = parseParams(sessionParams, params);
        remember(member.sessions, session);
        hub.broadcast(member, { type: 'rollCall', i: userId, session });
        return 'ok';
      }
      case 'presence_announce': {
        const { data } = parseParams(announceParams, params);
        remember(member.sessions, data.sessionId);
        hub.broadcast(member, { type: 'state', i: userId, m: data });
        return 'ok';
      }
      case 'presence_disconnect': {
        const { session } = parseParams(sessionParams, params);
        if (member.sessions.delete(session))
          hub.broadcast(member, { type: 'disconnect', i: userId, m: { session } });
        return 'ok';
      }
      default:
        throw new RpcError(errorCodes.methodNotFound, `There is no method "${method}" here.`);
    }
  }

  socket.on('message', (data, isBinary) => {
    let id: Request['id'] | null = null;
    try {
      if (isBinary) throw new RpcError(errorCodes.invalidRequest, 'Messages are text.');
      const request = parseRequest(data.toString());
      id = request.id;
      member.send(answer(id, handle(request)));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      member.send(refusal(id, error));
      if (error.code === errorCodes.unauthorized) socket.close(errorCodes.unauthorized, 'Unauthorized');
    }
  });
  socket.on('pong', () => {
    alive = true;
  });
  // A broken connection is followed by "close", which is where it is dealt with.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(heartbeat);
    hub.leave(member);
  });
}

function remember(known: Set<string>, entry: string) {
  if (known.size >= MAX_PER_CONNECTION && !known.has(entry)) {
    throw new RpcError(
      errorCodes.invalidRequest,
      `One connection may have at most ${MAX_PER_CONNECTION} of these.`,
    );
  }
  known.add(entry);
}
