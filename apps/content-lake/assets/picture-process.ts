import { setPriority } from 'node:os';
import { inspectImage } from './image-metadata.ts';
import type { PictureAnswer, PictureTask } from './pictures.ts';
import { transformImage } from './transform.ts';

/** Bytes: twice the need of the largest picture. SVG filters could take any amount. */
const maxMemory = 1024 * 1024 * 1024;
/** Milliseconds between memory checks. */
const lookInterval = 20;

// Pictures can wait for the lake's other work.
setPriority(10);

// Decoder threads cannot be stopped, so ending must not wait for them.
const end = () => process.kill(process.pid, 'SIGKILL');
const answer = (one: PictureAnswer) => process.send?.(one);

process.on('disconnect', end);
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) end();
}, lookInterval);

process.on('message', async (task: PictureTask) => {
  try {
    if (task.kind === 'inspect') answer({ picture: await inspectImage(task.path, task.extract) });
    else answer({ bytes: await transformImage(task.original, task.request, task.format) });
  } catch (error) {
    answer({ refused: reason(error) });
  }
});

function reason(error: unknown): string {
  const [first = ''] = error instanceof Error ? error.message.split('\n') : [];
  // libvips names the temporary file, which means nothing to the uploader.
  const told = first.replace(/\S*\/\S+/g, 'the file').trim();
  return told.replace(/\.$/, '') || 'its bytes could not be read';
}
