import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';

const mutation = z.object({
  documentId: z.string(),
  transactionId: z.string(),
  transition: z.enum(['appear', 'update', 'disappear']),
  result: z.record(z.string(), z.unknown()).optional(),
});
type StreamEvent = { name: string; id: string | undefined; data: unknown };

/** Reads an event stream like a browser: takes whole events only, and resumes after the last of them. */
export class EventReader {
  readonly events: StreamEvent[] = [];
  /** Resolves when the stream has ended. */
  ended = Promise.resolve();
  readonly #url: string;
  readonly #token: string;
  #connection = new AbortController();
  #lastEventId = '';

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Resolves when the stream has begun. */
  async connect(): Promise<void> {
    this.#connection = new AbortController();
    const response = await fetch(this.#url, {
      signal: this.#connection.signal,
      headers: { authorization: `Bearer ${this.#token}`, 'last-event-id': this.#lastEventId },
    });
    const begun = Promise.withResolvers<void>();
    this.ended = this.#read(response, begun.resolve)
      .catch(() => undefined)
      .finally(() => begun.reject(new Error('The stream ended before it began')));
    return begun.promise;
  }

  async disconnect(): Promise<void> {
    this.#connection.abort();
    await this.ended;
  }

  /** Reconnects whenever the stream ends, until the returned function is called. */
  keepConnected(): () => Promise<void> {
    let isActive = true;
    const connecting = (async () => {
      while (isActive) {
        await this.ended;
        if (isActive) await this.connect().catch(() => undefined);
      }
    })();
    return async () => {
      isActive = false;
      await this.disconnect();
      await connecting;
    };
  }

  names(): string[] {
    return this.events.map(({ name }) => name);
  }

  mutations() {
    return this.events.flatMap(({ name, data }) => (name === 'mutation' ? [mutation.parse(data)] : []));
  }

  async #read(response: Response, begun: () => void) {
    const events = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { id, event = 'message', data } of events ?? []) {
      if (id) this.#lastEventId = id;
      this.events.push({ name: event, id, data: JSON.parse(data) });
      begun();
    }
  }
}
