import { readConfig } from './config.ts';
import { StartError } from './errors.ts';
import { startLake } from './start.ts';

try {
  const { lake, close } = await startLake(readConfig(process.env));
  console.log(`Content lake ready on ${lake.url}`);
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (closing) process.exit(1);
      closing = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error('The content lake did not end cleanly:', error);
          process.exit(1);
        },
      );
    });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
