import cluster from 'node:cluster';

// Preloaded into each service. Ends the service when the starter ends, and sends heartbeats to the starter. Children of
// a service have a different parent and are left alone.
if (process.ppid === Number(process.env.STARTED_BY)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel must not keep a process running, except cluster workers, which receive their socket through it.
  if (!cluster.isWorker) process.channel?.unref();
  setInterval(() => process.connected && process.send?.('alive'), 1_000).unref();
}
