import { rmSync } from 'node:fs';

// Preloaded into a test lake, so that it ends with the tests even if they time out or crash.
process.on('disconnect', () => {
  const { SHARED_LAKE_FOLDER } = process.env;
  if (SHARED_LAKE_FOLDER) rmSync(SHARED_LAKE_FOLDER, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
});
process.channel?.unref();
