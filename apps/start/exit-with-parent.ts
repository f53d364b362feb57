import cluster from 'node:cluster';

// Preloaded into services, to end with the starter and send it heartbeats. Their children, with another parent, are exempt.
if (process.ppid === Number(process.env.STARTED_BY)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A worker gets its socket over the channel, and waits for nothing else.
  if (!cluster.isWorker) process.channel?.unref();
  setInterval(() => process.connected && process.send?.('alive'), 2_000).unref();
}
