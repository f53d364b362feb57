import { setPriority } from 'node:os';
import { megabyte, second } from '../units.ts';
import { inspectImage } from './image-metadata.ts';
import type { PictureResult, PictureTask } from './picture-processor.ts';
import { transformImage } from './transform.ts';

/** Twice the memory that the largest picture needs. Without a limit, an SVG filter could use any amount. */
const maxMemory = 1024 * megabyte;
/** CPU time for one picture, which does not depend on how busy the machine is. The largest AVIF takes nine seconds. */
const limits = { inspect: 10 * second, transform: 20 * second };
/** Milliseconds between checks of both limits. */
const interval = 20;

const limit = process.argv[2] === 'inspect' ? limits.inspect : limits.transform;
// Transforms yield to other work. Uploads do not, as they might never finish on a busy machine.
if (limit === limits.transform) setPriority(10);
/** CPU usage at the start of the current task. */
let before: NodeJS.CpuUsage | undefined;

// Sends SIGKILL, because exiting would wait for decoder threads, which cannot be stopped.
const end = () => process.kill(process.pid, 'SIGKILL');
const respond = (result: PictureResult) => {
  before = undefined;
  process.send?.(result);
};

process.on('disconnect', end);
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) end();
  const { user, system } = before ? process.cpuUsage(before) : { user: 0, system: 0 };
  if ((user + system) / 1000 < limit) return;
  before = undefined;
  const refused = `it takes more than ${limit / second} seconds of processor time`;
  process.send?.({ refused, isLast: true }, end);
}, interval);

process.on('message', async (task: PictureTask) => {
  before = process.cpuUsage();
  try {
    if (task.kind === 'inspect') respond({ picture: await inspectImage(task.path, task.extract) });
    else respond({ bytes: await transformImage(task.original, task.request, task.format) });
  } catch (error) {
    respond({ refused: reason(error) });
  }
});

function reason(error: unknown): string {
  const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
  // The message may contain the temporary path, which means nothing to the client.
  const message = first.replace(/\S*\/\S+/g, 'the file').trim();
  return message.replace(/\.$/, '') || 'its bytes could not be read';
}
