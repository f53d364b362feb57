/** Browsers and proxies give up on silent connections; a comment this often (milliseconds) keeps them. */
const keepAlive = 15_000;
/** A reader that falls this many bytes behind is cut off; it connects again and resumes. */
const maxBehind = 8 * 1024 * 1024;

/** One Server-Sent Events response. */
export class EventStream {
  readonly response: Response;
  readonly #encoder = new TextEncoder();
  readonly #onClose = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #closed = false;

  constructor() {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
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
    this.#timer = setInterval(() => this.#write(':\n\n'), keepAlive);
    this.#write(':\n\n');
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Sends an event; data is one line of JSON. */
  send(event: { name?: string; id?: string; data: unknown }) {
    const lines = [
      ...(event.name ? [`event: ${event.name}`] : []),
      ...(event.id ? [`id: ${event.id}`] : []),
      `data: ${JSON.stringify(event.data)}`,
    ];
    this.#write(`${lines.join('\n')}\n\n`);
  }

  onClose(callback: () => void) {
    if (this.#closed) callback();
    else this.#onClose.add(callback);
  }

  close() {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    try {
      this.#controller?.close();
    } catch {
      // The reader has gone already; there is nothing left to close.
    }
    for (const callback of this.#onClose) callback();
  }

  #write(text: string) {
    if (this.#closed || !this.#controller) return;
    this.#controller.enqueue(this.#encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) < -maxBehind) this.close();
  }
}
