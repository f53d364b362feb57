// Preloaded into every service: if the starter dies without a chance to stop its children (kill -9, a closed
// terminal), the broken channel tells them, and no port stays taken. What a service starts itself inherits this file
// (Next's development server does), and has its own channel to its own parent, which is not ours to touch.
if (process.ppid === Number(process.env.STARTED_BY)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
