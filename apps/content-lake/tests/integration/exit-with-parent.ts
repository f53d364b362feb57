// Preloaded into a test lake, so that it ends with the tests even if they time out or crash.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
