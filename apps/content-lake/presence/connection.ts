import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { megabyte, second } from '../units.ts';
import { type Call, encode, type PresenceEvent, readCall } from './protocol.ts';

/** Sanity's heartbeat; without it the client shows "offline". */
const heartbeatText = '♥';
const heartbeatInterval = 15 * second;
/** Bytes buffered for a slow client. */
const maxBuffered = megabyte;

/** A client's WebSocket, which receives the presence of the dataset's other clients. */
export class PresenceConnection {
  readonly #socket: WebSocket;
  readonly #members: Set<PresenceConnection>;
  readonly #dataset: string;
  readonly #userId: string;
  readonly #subscriptions = new Set<string>();
  readonly #sessions = new Set<string>();
  #isAlive = true;

  /** Serves the client until its socket closes. `members` are the connections of all datasets. */
  constructor(socket: WebSocket, members: Set<PresenceConnection>, dataset: string, userId: string) {
    this.#socket = socket;
    this.#members = members;
    this.#dataset = dataset;
    this.#userId = userId;
    members.add(this);
    const heartbeat = setInterval(() => this.#beat(), heartbeatInterval);
    socket.on('message', (data) => {
      const { id, call, error } = readCall(data.toString());
      this.#send(encode(call ? { id, result: this.#handle(call) } : { id, error }));
    });
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    // The "close" event, which always follows, does the cleanup.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(heartbeat);
      members.delete(this);
      for (const session of this.#sessions)
        this.#broadcast({ type: 'disconnect', i: userId, m: { session } });
    });
  }

  #beat() {
    if (!this.#isAlive) return this.#socket.terminate();
    this.#isAlive = false;
    this.#socket.ping();
    this.#send(heartbeatText);
  }

  #handle(call: Call): string {
    switch (call.method) {
      case 'presence_subscribe': {
        const subscription = randomUUID();
        this.#subscriptions.add(subscription);
        return subscription;
      }
      case 'presence_unsubscribe':
        this.#subscriptions.delete(call.params.subscriptionId);
        break;
      case 'presence_rollcall':
        this.#sessions.add(call.params.session);
        this.#broadcast({ type: 'rollCall', i: this.#userId, session: call.params.session });
        break;
      case 'presence_announce':
        this.#sessions.add(call.params.data.sessionId);
        this.#broadcast({ type: 'state', i: this.#userId, m: call.params.data });
        break;
      case 'presence_disconnect':
        if (this.#sessions.delete(call.params.session))
          this.#broadcast({ type: 'disconnect', i: this.#userId, m: call.params });
    }
    return 'ok';
  }

  #broadcast(result: PresenceEvent) {
    for (const other of this.#members)
      if (other !== this && other.#dataset === this.#dataset)
        for (const subscription of other.#subscriptions)
          other.#send(encode({ method: 'presence_subscription', params: { subscription, result } }));
  }

  #send(text: string) {
    if (this.#socket.bufferedAmount > maxBuffered) this.#socket.terminate();
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }
}
