import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { httpError } from '../errors.ts';
import { turns } from '../turns.ts';
import type { Original } from './transform.ts';
import type { OutputFormat, TransformRequest } from './transform-request.ts';

export type PictureTask =
  | { kind: 'inspect'; path: string; extract: ReadonlySet<string> }
  | { kind: 'transform'; original: Original; request: TransformRequest; format: OutputFormat };

const pictureAnswer = z.object({
  picture: z
    .object({
      extension: z.string(),
      metadata: z.looseObject({ dimensions: z.looseObject({ width: z.number(), height: z.number() }) }),
    })
    .optional(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
  /** Why there is neither. */
  refused: z.string().optional(),
  /** The process ends itself, as its decoders cannot be stopped. */
  isLast: z.boolean().optional(),
});
export type PictureAnswer = z.infer<typeof pictureAnswer>;

/** `client` is undefined for anonymous ones; aborting `signal` frees the place at once. */
type Asker = { client: string | undefined; signal: AbortSignal };

const program = path.join(import.meta.dirname, 'picture-process.ts');
/**
 * Milliseconds by the clock for one picture, on a machine however busy: `picture-process.ts` limits its processor time.
 * Less than clients wait.
 */
export const longestWork = 4 * 60_000;
/** Milliseconds for which an idle process is kept. */
const keepWarm = 60_000;

/** Decodes pictures in child processes, which are killed when over time or memory, or no longer wanted. */
export class Pictures {
  readonly #idle = {
    inspect: new Map<ChildProcess, NodeJS.Timeout>(),
    transform: new Map<ChildProcess, NodeJS.Timeout>(),
  };
  readonly #known = pLimit(3);
  readonly #strangers = pLimit(1);
  readonly #ofClient = turns(2);

  /** See `inspectImage`; `extract` names `lqip` and `palette`. Throws 400. */
  async inspect(file: string, extract: ReadonlySet<string>, asker: Asker) {
    const { picture, refused } = await this.#inTurn({ kind: 'inspect', path: file, extract }, asker);
    if (picture) return picture;
    const accepted = 'Accepted are JPEG, PNG, WebP, GIF, SVG, AVIF and TIFF.';
    throw httpError(400, `This is not a picture that can be used: ${refused}. ${accepted}`);
  }

  /** Throws 400. */
  async transform(original: Original, request: TransformRequest, format: OutputFormat, asker: Asker) {
    const { bytes, refused } = await this.#inTurn({ kind: 'transform', original, request, format }, asker);
    if (bytes) return bytes;
    throw httpError(400, `The picture cannot be had like this: ${refused}. Ask for another size or format.`);
  }

  #inTurn(task: PictureTask, { client, signal }: Asker): Promise<PictureAnswer> {
    const work = () => this.#perform(task, signal);
    if (client === undefined) return this.#strangers(work);
    return this.#ofClient(client, () => this.#known(work));
  }

  async #perform(task: PictureTask, gone: AbortSignal): Promise<PictureAnswer> {
    const nobody = httpError(499, 'Nobody waits for this picture any more.');
    if (gone.aborted) throw nobody;
    const late = AbortSignal.timeout(longestWork);
    const done = new AbortController();
    const stop = { signal: AbortSignal.any([gone, late, done.signal]) };
    const child = this.#take(task.kind);
    try {
      child.send(task);
      const [answer]: unknown[] = await Promise.race([
        once(child, 'message', stop),
        once(child, 'exit', stop),
      ]);
      const { data } = pictureAnswer.safeParse(answer);
      if (data && !data.isLast) this.#keep(task.kind, child);
      return data ?? { refused: 'it needs more than 1 GB of memory, or breaks the program that reads it' };
    } catch (error) {
      child.kill('SIGKILL');
      if (late.aborted)
        return { refused: `this busy machine does not get it done in ${longestWork / 60_000} minutes` };
      throw gone.aborted ? nobody : error;
    } finally {
      done.abort();
    }
  }

  /** An idle process or a new one; unreferenced, so that the lake can end. */
  #take(kind: PictureTask['kind']): ChildProcess {
    const idle = this.#idle[kind];
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      return child;
    }
    const child = fork(program, [kind], { serialization: 'advanced', execArgv: [] });
    child.unref();
    child.channel?.unref();
    // Failures in use are handled in `#perform`.
    child.on('error', () => undefined);
    child.once('exit', () => idle.delete(child));
    return child;
  }

  #keep(kind: PictureTask['kind'], child: ChildProcess) {
    const timer = setTimeout(() => child.kill('SIGKILL'), keepWarm);
    this.#idle[kind].set(child, timer.unref());
  }
}
