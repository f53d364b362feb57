/** Milliseconds between comments, since browsers and proxies drop silent connections. */
const keepAlive = 15_000;
const comment = ':\n\n';

export function eventText({ name, id, data }: { name?: string; id?: string; data: unknown }): string {
  const lines = [
    ...(name ? [`event: ${name}`] : []),
    ...(id ? [`id: ${id}`] : []),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

/** A Server-Sent Events response that buffers one text; `more` is called once that was read. */
export function eventStream(more: () => void) {
  const encoder = new TextEncoder();
  const end = new AbortController();
  const closed = end.signal;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own;
      },
      pull: more,
      cancel: close,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  const response = new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
  const timer = setInterval(() => {
    if (controller?.desiredSize === 0) write(comment);
  }, keepAlive);
  write(comment);

  function write(text: string) {
    if (!closed.aborted) controller?.enqueue(encoder.encode(text));
  }

  function close() {
    if (closed.aborted) return;
    end.abort();
    clearInterval(timer);
    try {
      controller?.close();
    } catch {
      // The reader has already gone.
    }
  }

  return { response, closed, write, close };
}
export type EventStream = ReturnType<typeof eventStream>;
