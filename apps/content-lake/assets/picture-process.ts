import { setPriority } from 'node:os';
import { inspectImage } from './image-metadata.ts';
import type { PictureAnswer, PictureTask } from './pictures.ts';
import { transformImage } from './transform.ts';

/** Bytes. Twice what a picture of the most pixels takes; filters of an SVG would take any amount. */
const maxMemory = 1024 * 1024 * 1024;
/** Milliseconds between two looks at the memory. */
const lookInterval = 20;

// Pictures can wait, everything else that the lake does cannot.
setPriority(10);

// Decoders run in threads that nothing can stop, so a process that is to end may not wait for them.
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
  // libvips names the temporary file, which says nothing to the person who uploads.
  const told = first.replace(/\S*\/\S+/g, 'the file').trim();
  return told.replace(/\.$/, '') || 'its bytes could not be read';
}
