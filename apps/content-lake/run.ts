import { type LakeConfig, readConfig } from './config.ts';
import { StartError } from './errors.ts';
import { type LakeExtensions, startLake } from './start.ts';

export type { SignedIn } from './access/principal.ts';
export type { Role } from './access/roles.ts';
export type { LakeEnv } from './http/request.ts';
export type { Accounts } from './lake.ts';
export type { LakeConfig, LakeExtensions };

/** Runs a lake from environment variables until a signal ends it. Resolves once it serves; exits on a StartError. */
export async function runLake(
  extend: (config: LakeConfig) => LakeExtensions = () => ({}),
): Promise<LakeConfig> {
  try {
    const config = readConfig(process.env);
    const { close } = await startLake(config, extend(config));
    let closing = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (closing) process.exit(1);
        closing = true;
        close().then(
          () => process.exit(0),
          (error: unknown) => {
            console.error('The content lake did not stop cleanly:', error);
            process.exit(1);
          },
        );
      });
    return config;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
