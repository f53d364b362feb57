// Preloaded into every service: if the starter dies without a chance to stop its children (kill -9, a closed
// terminal), the broken channel tells them, and no port stays taken.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
