import { execFile } from 'node:child_process';
import type { Stack } from '../../support/stack.ts';

type Outcome = { code: number; stdout: string; stderr: string };

/** `npm run lake -- …` in a data folder, as a person types it. */
export function lakeCommand(
  { settings }: Stack,
  dataDir: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<Outcome> {
  const env = { ...process.env, ...more, DATA_DIR: dataDir, CONTENT_LAKE_PORT: String(settings.lakePort) };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['apps/with-settings.ts', 'apps/content-lake/cli.ts', ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}
