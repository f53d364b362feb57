import { existsSync, globSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '#settings';
import { runProgram } from '../environment/environment.ts';
import { withProgress } from '../environment/progress.ts';
import { type Secrets, saveSecrets } from '../environment/secrets.ts';
import type { Service } from './services.ts';

/** Returns the file that records that the seed was imported, so that content deleted by editors stays deleted. */
export function seedMarker(dataDir: string): string {
  return path.join(dataDir, 'seeded');
}

/** Imports the seed unless there is content. Runs before the lake starts, so that the site receives no change events. */
export async function importSeedOnce(
  { dataDir }: Settings,
  lake: Service,
  print: (line: string) => void = () => {},
): Promise<void> {
  const marker = seedMarker(dataDir);
  const interrupted = `${marker}-in-part`;
  const hasContent = globSync('content-lake/datasets/*.sqlite', { cwd: dataDir }).length > 0;
  if (existsSync(marker) || (hasContent && !existsSync(interrupted))) return;
  writeFileSync(interrupted, '');
  await withProgress(print, ['Importing the initial content', 'imported'], () =>
    lakeCommand(lake, ['import', 'studio/seed', '--missing']),
  );
  renameSync(interrupted, marker);
}

/** Milliseconds for the lake to check a token. */
const timeout = 30_000;

/** Returns the secrets with a viewer token for drafts: the stored token or, if the lake refuses it, a new token. */
export async function ensureDraftToken(
  { dataDir }: Settings,
  secrets: Secrets,
  lake: Service,
  lakeUrl: string,
): Promise<Secrets> {
  if (secrets.draftToken) {
    const headers = { authorization: `Bearer ${secrets.draftToken}` };
    const signal = AbortSignal.timeout(timeout);
    const me = await fetch(`${lakeUrl}/v1/users/me`, { headers, signal }).catch(() => undefined);
    if (me?.ok !== false) return secrets;
  }
  const printed = await lakeCommand(lake, ['token', '--name', 'site', '--role', 'viewer']);
  const draftToken = printed.trim().split(/\s+/).at(-1);
  if (!draftToken) throw new Error('The content lake did not create a token for the site. Its log says why.');
  const updated = { ...secrets, draftToken };
  saveSecrets(dataDir, updated);
  return updated;
}

/** Returns a sign-in link for the first administrator, or '' if an administrator exists. */
export async function firstAdministratorLink(lake: Service): Promise<string> {
  return (await runProgram(process.execPath, ['apps/accounts/cli.ts', 'first-link'], lake.env)).trim();
}

export function lakeCommand(lake: Service, args: string[]): Promise<string> {
  return runProgram(process.execPath, ['apps/content-lake/cli.ts', ...args], lake.env);
}
