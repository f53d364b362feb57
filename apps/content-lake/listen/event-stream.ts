import { second } from '../units.ts';

/** Time between keep-alive comments. Without them, browsers and proxies would close idle connections. */
const keepAliveInterval = 15 * second;
const comment = ':\n\n';

export function eventText({ name, id, data }: { name?: string; id?: string; data: unknown }): string {
  const lines = [
    ...(name ? [`event: ${name}`] : []),
    ...(id ? [`id: ${id}`] : []),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

/** Returns a response body that buffers one text. Calls `onDrained` once the text has been read. */
export function textStream(onDrained: () => void) {
  const end = new AbortController();
  const closed = end.signal;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own;
      },
      pull: onDrained,
      cancel: () => close(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );

  function write(bytes: Uint8Array) {
    if (!closed.aborted && bytes.length > 0) controller?.enqueue(bytes);
  }

  /** Ends the stream. An error tells the client that the stream is incomplete. */
  function close(error?: Error) {
    if (closed.aborted) return;
    end.abort();
    try {
      if (error) controller?.error(error);
      else controller?.close();
    } catch {
      // The client has already disconnected.
    }
  }

  return { body, closed, write, close, hasRoom: () => controller?.desiredSize === 0 };
}
export type TextStream = ReturnType<typeof textStream>;

export function eventResponse({ body, closed, write, hasRoom }: TextStream): Response {
  const sendComment = () => write(new TextEncoder().encode(comment));
  const timer = setInterval(() => hasRoom() && sendComment(), keepAliveInterval);
  closed.addEventListener('abort', () => clearInterval(timer));
  sendComment();
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
