import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Member, PresenceHub } from './hub.ts';
import { type Call, encode, parseCall, parseRequest, RpcError } from './protocol.ts';

/** Sanity's heartbeat; the client shows "offline" when it has not come for a while. */
const heartbeatText = '♥';
/** Milliseconds. */
const heartbeatInterval = 15_000;
/** Subscriptions, and sessions, of one connection; a Studio tab has one of each. */
const maxPerConnection = 20;
/** Bytes that may wait for a client that does not read. */
const maxBuffered = 1024 * 1024;

/** Speaks with one client until the socket closes. */
export function serveConnection(socket: WebSocket, hub: PresenceHub, dataset: string, userId: string) {
  let isAlive = true;
  const member: Member = {
    dataset,
    userId,
    subscriptions: new Set(),
    sessions: new Set(),
    send(text) {
      if (socket.bufferedAmount > maxBuffered) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(text);
    },
  };
  hub.join(member);

  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    member.send(heartbeatText);
  }, heartbeatInterval);

  /** Carries out a call and returns its result. */
  function handle(call: Call): string {
    switch (call.method) {
      case 'presence_subscribe': {
        const subscription = randomUUID();
        remember(member.subscriptions, subscription);
        return subscription;
      }
      case 'presence_unsubscribe':
        member.subscriptions.delete(call.params.subscriptionId);
        break;
      case 'presence_rollcall':
        remember(member.sessions, call.params.session);
        hub.broadcast(member, { type: 'rollCall', i: userId, session: call.params.session });
        break;
      case 'presence_announce':
        remember(member.sessions, call.params.data.sessionId);
        hub.broadcast(member, { type: 'state', i: userId, m: call.params.data });
        break;
      case 'presence_disconnect':
        if (member.sessions.delete(call.params.session))
          hub.broadcast(member, { type: 'disconnect', i: userId, m: call.params });
    }
    return 'ok';
  }

  socket.on('message', (data, isBinary) => {
    let id: string | number | null = null;
    try {
      if (isBinary) throw new RpcError('invalidRequest', 'Messages are text.');
      const request = parseRequest(data.toString());
      id = request.id;
      member.send(encode({ id, result: handle(parseCall(request)) }));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message } = error;
      member.send(encode({ id, error: { code, message } }));
    }
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  // A broken connection is followed by "close", which is where it is dealt with.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(heartbeat);
    hub.leave(member);
  });
}

function remember(known: Set<string>, entry: string) {
  if (known.size >= maxPerConnection && !known.has(entry))
    throw new RpcError('invalidRequest', `One connection may have at most ${maxPerConnection} of these.`);
  known.add(entry);
}
