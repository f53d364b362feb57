import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { httpError } from '../errors.ts';
import { limitPerKey } from '../limit-per-key.ts';
import { minute } from '../units.ts';
import type { Original } from './transform.ts';
import type { OutputFormat, TransformRequest } from './transform-request.ts';

export type PictureTask =
  | { kind: 'inspect'; path: string; extract: ReadonlySet<string> }
  | { kind: 'transform'; original: Original; request: TransformRequest; format: OutputFormat };

const pictureResult = z.object({
  picture: z
    .object({
      extension: z.string(),
      metadata: z.looseObject({ dimensions: z.looseObject({ width: z.number(), height: z.number() }) }),
    })
    .optional(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
  /** The reason for the refusal. Set if there is neither `picture` nor `bytes`. */
  refused: z.string().optional(),
  /** The process exits after this message. */
  isLast: z.boolean().optional(),
});
export type PictureResult = z.infer<typeof pictureResult>;

/** `client` is undefined for anonymous clients. Aborting `signal` stops the work at once. */
type PictureClient = { client: string | undefined; signal: AbortSignal };

const program = path.join(import.meta.dirname, 'picture-process.ts');
/** Wall-clock time for one picture; `picture-process.ts` limits the CPU time. Shorter than the timeout of clients. */
export const maxWorkTime = 4 * minute;
const idleLifetime = minute;

/** Decodes pictures in child processes. Kills a process above its limits, or when its client disconnects. */
export class PictureProcessor {
  readonly #idle = {
    inspect: new Map<ChildProcess, NodeJS.Timeout>(),
    transform: new Map<ChildProcess, NodeJS.Timeout>(),
  };
  readonly #signedIn = pLimit(3);
  readonly #anonymous = pLimit(1);
  readonly #perClient = limitPerKey(2);

  /** Returns a picture's extension and metadata, or throws 400. `extract` may contain `lqip` and `palette`. */
  async inspect(file: string, extract: ReadonlySet<string>, client: PictureClient) {
    const { picture, refused } = await this.#enqueue({ kind: 'inspect', path: file, extract }, client);
    if (picture) return picture;
    const accepted = 'Accepted are JPEG, PNG, WebP, GIF, SVG, AVIF and TIFF.';
    throw httpError(400, `This is not a picture that can be used: ${refused}. ${accepted}`);
  }

  /** Returns the bytes of a transformed picture, or throws 400. */
  async transform(
    original: Original,
    request: TransformRequest,
    format: OutputFormat,
    client: PictureClient,
  ) {
    const { bytes, refused } = await this.#enqueue({ kind: 'transform', original, request, format }, client);
    if (bytes) return bytes;
    throw httpError(400, `The picture cannot be transformed: ${refused}. Request another size or format.`);
  }

  #enqueue(task: PictureTask, { client, signal }: PictureClient): Promise<PictureResult> {
    const work = () => this.#perform(task, signal);
    if (client === undefined) return this.#anonymous(work);
    return this.#perClient(client, () => this.#signedIn(work));
  }

  async #perform(task: PictureTask, signal: AbortSignal): Promise<PictureResult> {
    const clientGone = httpError(499, 'The client has disconnected.');
    if (signal.aborted) throw clientGone;
    const timeout = AbortSignal.timeout(maxWorkTime);
    const done = new AbortController();
    const stop = { signal: AbortSignal.any([signal, timeout, done.signal]) };
    const child = this.#takeProcess(task.kind);
    try {
      child.send(task);
      const [message]: unknown[] = await Promise.race([
        once(child, 'message', stop),
        once(child, 'exit', stop),
      ]);
      const { data } = pictureResult.safeParse(message);
      if (data && !data.isLast) this.#retainIdle(task.kind, child);
      return data ?? { refused: 'it needs more than 1 GB of memory, or crashes the decoder' };
    } catch (error) {
      child.kill('SIGKILL');
      if (timeout.aborted)
        return { refused: `it took more than ${maxWorkTime / minute} minutes on this busy machine` };
      throw signal.aborted ? clientGone : error;
    } finally {
      done.abort();
    }
  }

  /** Returns an idle process or a new one. The process is unreferenced, so that the lake can exit. */
  #takeProcess(kind: PictureTask['kind']): ChildProcess {
    const idle = this.#idle[kind];
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      return child;
    }
    const child = fork(program, [kind], { serialization: 'advanced', execArgv: [] });
    child.unref();
    child.channel?.unref();
    // `#perform` handles failures.
    child.on('error', () => undefined);
    child.once('exit', () => idle.delete(child));
    return child;
  }

  #retainIdle(kind: PictureTask['kind'], child: ChildProcess) {
    const timer = setTimeout(() => child.kill('SIGKILL'), idleLifetime);
    this.#idle[kind].set(child, timer.unref());
  }
}
