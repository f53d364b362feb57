import cluster from 'node:cluster';

// Preloaded into every service, which ends when the starter dies without stopping it (kill -9, a closed terminal), and
// tells the starter that it is alive: one that hangs says nothing. The children of a service inherit this file; their
// channel leads to their own parent, so it is left alone.
if (process.ppid === Number(process.env.STARTED_BY)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A worker gets its socket over the channel, and would end while it waits for nothing else.
  if (!cluster.isWorker) process.channel?.unref();
  setInterval(() => process.connected && process.send?.('alive'), 2_000).unref();
}
