import { setPriority } from 'node:os';
import { worker } from 'workerpool';
import { megabyte, second } from '../units.ts';
import { inspectImage } from './image-metadata.ts';
import { transformImage } from './transform.ts';

/** Twice the memory that the largest picture needs. Without a limit, an SVG filter could use any amount. */
const maxMemory = 1024 * megabyte;
/** CPU time for one picture, which does not depend on how busy the machine is. The largest AVIF takes nine seconds. */
const limits = { inspect: 10 * second, transform: 20 * second };
/** Milliseconds between checks of both limits. */
const interval = 20;

setPriority(10);
// Sends SIGKILL, because an exit would wait for decoder threads, which cannot be stopped.
const end = () => process.kill(process.pid, 'SIGKILL');
process.on('exit', end);

/** Ends this process if a task takes more than `limit` milliseconds of CPU time or too much memory. */
function limited<P extends unknown[], R>(limit: number, task: (...given: P) => Promise<R>) {
  return async (...given: P): Promise<R> => {
    const before = process.cpuUsage();
    const timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > limit || process.memoryUsage.rss() > maxMemory) end();
    }, interval);
    try {
      return await task(...given);
    } finally {
      clearInterval(timer);
    }
  };
}

worker({
  inspect: limited(limits.inspect, inspectImage),
  transform: limited(limits.transform, transformImage),
});
