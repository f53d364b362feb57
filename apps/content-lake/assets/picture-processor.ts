import path from 'node:path';
import { pool, TerminateError } from 'workerpool';
import { httpError } from '../errors.ts';
import { limitPerKey } from '../limit-per-key.ts';
import { minute } from '../units.ts';
import type { inspectImage } from './image-metadata.ts';
import type { Original, transformImage } from './transform.ts';
import type { OutputFormat, TransformRequest } from './transform-request.ts';

/** `client` is undefined for anonymous clients. Aborting `signal` stops the work at once. */
type PictureClient = { client: string | undefined; signal: AbortSignal };

const program = path.join(import.meta.dirname, 'picture-process.ts');
/** Each of them needs some 100 MB of memory while no picture comes, so they end then. */
const maxProcesses = 3;
/** Pictures of one client at the same time, so that others need not wait for all of them. */
const maxPerClient = 2;

/** Decodes pictures in processes of their own, since a hostile picture may crash its decoder or never end. */
export class PictureProcessor {
  readonly #pool = pool(program, {
    workerType: 'process',
    maxWorkers: maxProcesses,
    forkOpts: { serialization: 'advanced' },
  });
  readonly #perClient = limitPerKey(maxPerClient);

  constructor() {
    const endIdle = () => {
      const { activeTasks, pendingTasks } = this.#pool.stats();
      if (activeTasks + pendingTasks === 0) this.#pool.terminate();
    };
    setInterval(endIdle, minute).unref();
  }

  /** Returns a picture's extension and metadata, or throws 400. */
  async inspect(file: string, client: PictureClient) {
    const start = () => this.#pool.exec<typeof inspectImage>('inspect', [file]);
    return this.#run(client, start, (reason) => {
      const accepted = 'Accepted are JPEG, PNG, WebP, GIF, SVG, AVIF and TIFF.';
      return `This is not a picture that can be used: ${reason}. ${accepted}`;
    });
  }

  /** Returns the bytes of a transformed picture, or throws 400. */
  async transform(
    original: Original,
    request: TransformRequest,
    format: OutputFormat,
    client: PictureClient,
  ) {
    const start = () => this.#pool.exec<typeof transformImage>('transform', [original, request, format]);
    return this.#run(
      client,
      start,
      (reason) => `The picture cannot be transformed: ${reason}. Request another size or format.`,
    );
  }

  async close() {
    await this.#pool.terminate(true);
  }

  #run<T>(
    { client = '', signal }: PictureClient,
    start: () => PromiseLike<T> & { cancel: () => unknown },
    explain: (reason: string) => string,
  ) {
    return this.#perClient(client, async () => {
      const clientGone = httpError(499, 'The client has disconnected.');
      if (signal.aborted) throw clientGone;
      const task = start();
      const cancel = () => void task.cancel();
      signal.addEventListener('abort', cancel);
      try {
        return await task;
      } catch (error) {
        throw signal.aborted ? clientGone : httpError(400, explain(findReason(error)));
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    });
  }
}

function findReason(error: unknown): string {
  if (error instanceof TerminateError)
    return 'it needs too much processor time or more than 1 GB of memory, or crashes the decoder';
  const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
  // The message may contain the temporary path, which means nothing to the client.
  const message = first.replace(/\S*\/\S+/g, 'the file').trim();
  return message.replace(/\.$/, '') || 'its bytes could not be read';
}
