import { logAs } from '#telemetry/log.ts';
import { serveMetrics } from '#telemetry/metrics.ts';
import { type LakeConfig, readConfig } from './config.ts';
import { StartError } from './errors.ts';
import { startLake } from './start.ts';

/** Runs a lake as a process of its own until a signal ends it. `peopleOf`: who keeps the people that sign in. */
export async function runLake(peopleOf?: (config: LakeConfig) => Parameters<typeof startLake>[1]) {
  try {
    const config = readConfig(process.env);
    const { close } = await startLake(config, peopleOf?.(config));
    logAs('content lake');
    if (config.metricsPort) serveMetrics(config.metricsPort);
    console.log(`Content lake ready on port ${config.port}`);
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
}
