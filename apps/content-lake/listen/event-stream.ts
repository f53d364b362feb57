/** Browsers and proxies give up on silent connections; a comment this often (milliseconds) keeps them. */
const keepAlive = 15_000;
const comment = ':\n\n';

/** An event as it is written into a stream. */
export function eventText({ name, id, data }: { name?: string; id?: string; data: unknown }): string {
  const lines = [
    ...(name ? [`event: ${name}`] : []),
    ...(id ? [`id: ${id}`] : []),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

/** One Server-Sent Events response. It holds no more than one piece of text: `more` is called when that was read. */
export class EventStream {
  readonly response: Response;
  readonly #encoder = new TextEncoder();
  readonly #end = new AbortController();
  readonly closed = this.#end.signal;
  readonly #timer: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(more: () => void) {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: more,
        cancel: () => this.close(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
    );
    this.response = new Response(body, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
    });
    this.#timer = setInterval(() => {
      if (this.#controller?.desiredSize === 0) this.write(comment);
    }, keepAlive);
    this.write(comment);
  }

  write(text: string) {
    if (!this.closed.aborted) this.#controller?.enqueue(this.#encoder.encode(text));
  }

  close() {
    if (this.closed.aborted) return;
    this.#end.abort();
    clearInterval(this.#timer);
    try {
      this.#controller?.close();
    } catch {
      // The reader has gone already; there is nothing left to close.
    }
  }
}
