import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { type Call, encode, type PresenceEvent, readCall } from './protocol.ts';

/** Sanity's heartbeat; without it the client shows "offline". */
const heartbeatText = '♥';
/** Milliseconds. */
const heartbeatInterval = 15_000;
/** Subscriptions, and sessions, of one connection; a Studio tab has one of each. */
const maxPerConnection = 20;
/** Bytes buffered for a slow client. */
const maxBuffered = 1024 * 1024;

export type Member = { dataset: string; subscriptions: Set<string>; send: (text: string) => void };

/** Serves one client until its socket closes, and relays its presence to the dataset's other members. */
export function serveConnection(socket: WebSocket, members: Set<Member>, dataset: string, userId: string) {
  let isAlive = true;
  const subscriptions = new Set<string>();
  const sessions = new Set<string>();
  function send(text: string) {
    if (socket.bufferedAmount > maxBuffered) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(text);
  }
  const member: Member = { dataset, subscriptions, send };
  members.add(member);

  function broadcast(result: PresenceEvent) {
    for (const other of members)
      if (other !== member && other.dataset === dataset)
        for (const subscription of other.subscriptions)
          other.send(encode({ method: 'presence_subscription', params: { subscription, result } }));
  }

  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    send(heartbeatText);
  }, heartbeatInterval);

  function handle(call: Call): string {
    switch (call.method) {
      case 'presence_subscribe': {
        const subscription = randomUUID();
        addWithLimit(subscriptions, subscription);
        return subscription;
      }
      case 'presence_unsubscribe':
        subscriptions.delete(call.params.subscriptionId);
        break;
      case 'presence_rollcall':
        addWithLimit(sessions, call.params.session);
        broadcast({ type: 'rollCall', i: userId, session: call.params.session });
        break;
      case 'presence_announce':
        addWithLimit(sessions, call.params.data.sessionId);
        broadcast({ type: 'state', i: userId, m: call.params.data });
        break;
      case 'presence_disconnect':
        if (sessions.delete(call.params.session))
          broadcast({ type: 'disconnect', i: userId, m: call.params });
    }
    return 'ok';
  }

  socket.on('message', (data) => {
    const { id, call, error } = readCall(data.toString());
    send(encode(call ? { id, result: handle(call) } : { id, error }));
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  // Handled on "close", which follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(heartbeat);
    members.delete(member);
    for (const session of sessions) broadcast({ type: 'disconnect', i: userId, m: { session } });
  });
}

function addWithLimit(known: Set<string>, entry: string) {
  known.add(entry);
  const [oldest = entry] = known;
  if (known.size > maxPerConnection) known.delete(oldest);
}
