import { parentPort } from 'node:worker_threads';
import { QueryEngine } from './engine.ts';
import { queryError } from './parse-error.ts';
import type { FromWorker, QueryJob } from './protocol.ts';

const engine = new QueryEngine();

function send(message: FromWorker) {
  parentPort?.postMessage(message, message.kind === 'result' ? [message.result.json.buffer] : []);
}

function withinLimit<T>(run: () => T): T {
  send({ kind: 'begin' });
  try {
    return run();
  } finally {
    send({ kind: 'end' });
  }
}

parentPort?.on('message', async (job: QueryJob) => {
  try {
    send({ kind: 'result', result: await engine.run(job, withinLimit) });
  } catch (error) {
    const { status, message, body } = queryError(error, job.query);
    send({ kind: 'error', status, message, body });
  }
});
