import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';

/** Megabytes; V8's default is for one thread a process. */
const youngHeap = 16;
/** Milliseconds before a thread that never answered is restarted, as it would fail again at once. */
const restartDelay = 1000;
/** Milliseconds without work after which a thread gives memory back. */
const rest = 1000;

setFlagsFromString('--expose-gc');
/** Collects all garbage of this thread. */
export const collect: () => void = runInNewContext('gc');
/** Bytes of this thread's heap, garbage included. */
export const usedHeap = () => getHeapStatistics().used_heap_size;

/**
 * Call with each piece of work: when none has come for a while, memory goes back that V8 would keep until it is short
 * of it. Where others wait for a thread, as long as collecting takes, `least` bytes have to have come together. `made`
 * are the bytes of a result that has been sent. Beyond `most` bytes of results and heap, memory goes back at once.
 */
export function tidying(least = 0, most = Number.POSITIVE_INFINITY): (made?: number) => void {
  let timer: NodeJS.Timeout | undefined;
  let left = 0;
  let garbage = 0;
  function tidy() {
    clearTimeout(timer);
    collect();
    left = usedHeap();
    garbage = 0;
  }
  return (made = 0) => {
    garbage += made;
    if (garbage + usedHeap() - left > most) return tidy();
    if (usedHeap() < left + least) return;
    clearTimeout(timer);
    timer = setTimeout(tidy, rest).unref();
  };
}

/** Lets this thread work while the others have nothing to do, where the system can tell threads apart. */
export function stepBack() {
  try {
    setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), 10);
  } catch {
    // On other systems they share the processor equally.
  }
}

/** A worker that is restarted when it ends, as above `heap` megabytes. `ended` runs first; messages meanwhile wait. */
export function supervisedThread<To, From>(
  { name, script, heap, data }: { name: string; script: URL; heap: number; data?: unknown },
  receive: (message: From) => void,
  ended: (reason: Error, isMemory: boolean) => void,
) {
  let isClosed = false;
  const untold: To[] = [];
  let worker: Worker | null = start();

  function start(): Worker {
    let reason = new Error('it has ended');
    let hasAnswered = false;
    const started = new Worker(script, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: youngHeap },
    });
    started.on('message', (message: From) => {
      hasAnswered = true;
      receive(message);
    });
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      if (isClosed) return;
      worker = null;
      const isMemory = 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isMemory) console.error(`The ${name} failed:`, reason);
      ended(reason, isMemory);
      setTimeout(startAgain, hasAnswered ? 0 : restartDelay).unref();
    });
    return started;
  }

  function startAgain() {
    if (isClosed) return;
    worker = start();
    for (const message of untold.splice(0)) worker.postMessage(message);
  }

  return {
    tell(message: To) {
      if (worker) worker.postMessage(message);
      else untold.push(message);
    },
    restart: () => worker?.terminate(),
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
export type Thread<To, From> = ReturnType<typeof supervisedThread<To, From>>;
