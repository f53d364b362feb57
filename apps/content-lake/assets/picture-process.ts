import { setPriority } from 'node:os';
import { inspectImage } from './image-metadata.ts';
import type { PictureResult, PictureTask } from './picture-processor.ts';
import { transformImage } from './transform.ts';

/** Bytes: twice the need of the largest picture. SVG filters could take any amount. */
const maxMemory = 1024 * 1024 * 1024;
/** Milliseconds of processor time for one picture, alike on a fast machine and a starved one. The largest AVIF takes nine seconds. */
const limits = { inspect: 10_000, transform: 20_000 };
/** Milliseconds between checks of both. */
const interval = 20;

const limit = process.argv[2] === 'inspect' ? limits.inspect : limits.transform;
// Smaller pictures can wait for the lake's other work. Uploads cannot: where others keep the machine busy they would get nothing.
if (limit === limits.transform) setPriority(10);
/** As the current task began. */
let before: NodeJS.CpuUsage | undefined;

// Decoder threads cannot be stopped, so ending must not wait for them.
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
  const refused = `it takes more than ${limit / 1000} seconds of processor time`;
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
  // libvips names the temporary file, which means nothing to the uploader.
  const message = first.replace(/\S*\/\S+/g, 'the file').trim();
  return message.replace(/\.$/, '') || 'its bytes could not be read';
}
