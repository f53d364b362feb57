import type { WebSocket } from 'ws';
import { z } from 'zod';
import { json } from '../json.ts';
import type { LakeApp } from './request.ts';

/** Streams of one connection; a Studio tab has about ten. */
const maxStreams = 100;

const message = json.pipe(
  z.strictObject({
    id: z.int().nonnegative(),
    /** The stream to open; without it, the one of this id ends. */
    open: z
      .string()
      .regex(/^\/v[^/]+\/data\/(?:listen|live\/events)\//)
      .optional(),
    authorization: z.string().optional(),
    lastEventId: z.string().optional(),
  }),
);

/**
 * Carries event streams over one connection, since a browser opens six of HTTP/1.1 to a host and the Studio has more
 * streams than that. A stream is a request of its own with the connection's headers, `upgrade`. What comes back is
 * `{id, status}`, then `{id, text}` as it arrives, then `{id, end}`.
 */
export function serveStreams(socket: WebSocket, app: LakeApp, upgrade: Headers) {
  const streams = new Map<number, AbortController>();

  /** Resolves when it was sent, so that a stream waits for a slow client; what waits too long the stream itself ends. */
  const send = (answer: object) =>
    new Promise<void>((resolve, reject) => {
      socket.send(JSON.stringify(answer), (error) => (error ? reject(error) : resolve()));
    });

  async function carry(id: number, path: string, headers: Headers, signal: AbortSignal) {
    const { status, body } = await app.request(path, { headers });
    const sink = { start: () => send({ id, status }), write: (text: string) => send({ id, text }) };
    await body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream(sink), { signal });
  }

  socket.on('message', (data) => {
    const asked = message.safeParse(data.toString()).data;
    if (!asked) return socket.close(1008, 'Not understood');
    const { id, open, authorization, lastEventId } = asked;
    if (open === undefined) return streams.get(id)?.abort();
    if (streams.has(id) || streams.size >= maxStreams) return socket.close(1008, 'Too many streams');
    const headers = new Headers(upgrade);
    if (authorization) headers.set('authorization', authorization);
    if (lastEventId) headers.set('last-event-id', lastEventId);
    const ending = new AbortController();
    streams.set(id, ending);
    // Whoever has gone needs no answer.
    return carry(id, open, headers, ending.signal)
      .catch(() => undefined)
      .then(() => {
        streams.delete(id);
        return send({ id, end: true });
      })
      .catch(() => undefined);
  });
  // A broken connection is followed by "close", which is where it is dealt with.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const ending of streams.values()) ending.abort();
  });
}
