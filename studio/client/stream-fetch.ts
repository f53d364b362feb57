import * as z from 'zod/mini';
import { fetchWithRetry } from './fetch-with-retry.ts';

const streamMessage = z.object({
  id: z.number(),
  status: z.optional(z.number()),
  text: z.optional(z.string()),
  end: z.optional(z.boolean()),
});

type StreamMessage = z.infer<typeof streamMessage>;

const streamAddress = /^(.*)(\/v[^/]+\/data\/(?:listen|live\/events)\/.*)$/s;

/**
 * Returns a `fetch` that sends all event streams of a content lake over one WebSocket, because browsers allow six
 * HTTP/1.1 connections per host and the Studio opens more streams. All other requests, and streams where a proxy blocks
 * WebSockets, go to `fetchWithRetry`.
 */
export function streamFetch(): typeof fetch {
  const streams = new StreamSocket();
  return async (input, init = {}) => {
    const [, lake, path] = streamAddress.exec(input instanceof Request ? input.url : String(input)) ?? [];
    if (lake === undefined || path === undefined) return fetchWithRetry(input, init);
    try {
      const socket = await streams.connect(lake);
      init.signal?.throwIfAborted();
      return await streams.open(socket, path, init);
    } catch (error) {
      if (streams.hasConnected) throw error;
      return fetchWithRetry(input, init);
    }
  };
}

/** A tab's WebSocket to the content lake, which carries all of its event streams. */
class StreamSocket {
  /** Whether a WebSocket ever opened. If not, a proxy may block WebSockets. */
  hasConnected = false;
  #streams = new Map<number, (message: StreamMessage) => void>();
  #connection: Promise<WebSocket> | undefined;
  #lastId = 0;

  /** Returns the tab's connection. If the lake is down, connects again as soon as it responds. */
  connect(lake: string): Promise<WebSocket> {
    this.#connection ??= this.#newSocket(lake)
      .catch(async () => {
        await fetchWithRetry(`${lake}/v1/ping`);
        return this.#newSocket(lake);
      })
      .catch((error) => {
        this.#connection = undefined;
        throw error;
      });
    return this.#connection;
  }

  #newSocket(lake: string): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${lake.replace(/^http/, 'ws')}/v1/streams`);
      let isOpen = false;
      socket.onopen = () => {
        isOpen = true;
        this.hasConnected = true;
        resolve(socket);
      };
      socket.onmessage = ({ data }) => {
        const message = z.parse(streamMessage, JSON.parse(String(data)));
        this.#streams.get(message.id)?.(message);
      };
      socket.onclose = () => {
        if (isOpen) this.#connection = undefined;
        reject(new TypeError('The content lake does not respond'));
        for (const [id, receive] of this.#streams) receive({ id, end: true });
      };
    });
  }

  /** Opens a stream and resolves to a response with its events as the body. */
  open(socket: WebSocket, path: string, init: RequestInit): Promise<Response> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { readable, writable } = new TextEncoderStream();
    const writer = writable.getWriter();
    const send = (message: object) => socket.send(JSON.stringify({ id, ...message }));
    return new Promise((resolve, reject) => {
      this.#streams.set(id, ({ status, text, end }) => {
        if (status)
          resolve(new Response(readable, { status, headers: { 'content-type': 'text/event-stream' } }));
        // Writing fails if the reader has cancelled.
        if (text) writer.write(text).catch(() => undefined);
        if (!end) return;
        this.#streams.delete(id);
        writer.close().catch(() => undefined);
        reject(new TypeError('The stream ended'));
      });
      init.signal?.addEventListener('abort', () => {
        if (this.#streams.has(id) && socket.readyState === socket.OPEN) send({});
        this.#streams.get(id)?.({ id, end: true });
      });
      const headers = new Headers(init.headers);
      const authorization = headers.get('authorization') ?? undefined;
      send({ open: path, authorization, lastEventId: headers.get('last-event-id') ?? undefined });
    });
  }
}
