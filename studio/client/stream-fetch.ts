import * as z from 'zod/mini';
import { fetchWithRetry } from './fetch-with-retry.ts';

const streamMessage = z.object({
  id: z.number(),
  status: z.optional(z.number()),
  text: z.optional(z.string()),
  end: z.optional(z.boolean()),
});

const streamAddress = /^(.*)(\/v[^/]+\/data\/(?:listen|live\/events)\/.*)$/s;

/**
 * A `fetch` that multiplexes a content lake's event streams over one WebSocket: browsers allow six HTTP/1.1 connections
 * per host, and the Studio has more streams. Everything else, and streams where WebSockets are blocked, is fetched by
 * `fetchWithRetry`.
 */
export function streamFetch(): typeof fetch {
  const streams = new Map<number, (message: z.infer<typeof streamMessage>) => void>();
  let connection: Promise<WebSocket> | undefined;
  let hasConnected = false;
  let lastId = 0;

  const connect = (lake: string) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`${lake.replace(/^http/, 'ws')}/v1/streams`);
      let isOpen = false;
      socket.onopen = () => {
        isOpen = true;
        hasConnected = true;
        resolve(socket);
      };
      socket.onmessage = ({ data }) => {
        const message = z.parse(streamMessage, JSON.parse(String(data)));
        streams.get(message.id)?.(message);
      };
      socket.onclose = () => {
        if (isOpen) connection = undefined;
        reject(new TypeError('The content lake does not answer'));
        for (const [id, receive] of streams) receive({ id, end: true });
      };
    });

  /** The tab's connection. If it fails while the lake is down, it is tried again once the lake answers. */
  const connected = (lake: string) => {
    connection ??= connect(lake)
      .catch(async () => {
        await fetchWithRetry(`${lake}/v1/ping`);
        return connect(lake);
      })
      .catch((error) => {
        connection = undefined;
        throw error;
      });
    return connection;
  };

  const openStream = (socket: WebSocket, open: string, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const { readable, writable } = new TextEncoderStream();
      const writer = writable.getWriter();
      const send = (message: object) => socket.send(JSON.stringify({ id, ...message }));
      streams.set(id, ({ status, text, end }) => {
        if (status)
          resolve(new Response(readable, { status, headers: { 'content-type': 'text/event-stream' } }));
        // The reader may have cancelled.
        if (text) writer.write(text).catch(() => undefined);
        if (!end) return;
        streams.delete(id);
        writer.close().catch(() => undefined);
        reject(new TypeError('The stream ended'));
      });
      init.signal?.addEventListener('abort', () => {
        if (streams.has(id) && socket.readyState === socket.OPEN) send({});
        streams.get(id)?.({ id, end: true });
      });
      const headers = new Headers(init.headers);
      const authorization = headers.get('authorization') ?? undefined;
      send({ open, authorization, lastEventId: headers.get('last-event-id') ?? undefined });
    });

  return async (input, init = {}) => {
    const [, lake, path] = streamAddress.exec(input instanceof Request ? input.url : String(input)) ?? [];
    if (lake === undefined || path === undefined) return fetchWithRetry(input, init);
    try {
      const socket = await connected(lake);
      init.signal?.throwIfAborted();
      return await openStream(socket, path, init);
    } catch (error) {
      if (hasConnected) throw error;
      return fetchWithRetry(input, init);
    }
  };
}
