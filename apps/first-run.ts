import { existsSync, globSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '#settings';
import { run } from './environment.ts';
import { withProgress } from './progress.ts';
import { type Secrets, saveSecrets } from './secrets.ts';
import type { Service } from './services.ts';

/** Marks a data folder whose content was imported once, so that what an editor deletes stays deleted. */
export function seedMarker(dataDir: string): string {
  return path.join(dataDir, 'seeded');
}

/**
 * Imports the seed into a lake that never had content; what somebody imported or restored before the first start counts
 * as content. The lake is started afterwards, so that it does not report the import to the site as changes.
 */
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

/**
 * The secrets with a viewer token for the site's previews of drafts: the known one while the lake accepts it, or else a
 * new one.
 */
export async function ensureDraftToken(
  { dataDir }: Settings,
  secrets: Secrets,
  lake: Service,
  lakeUrl: string,
): Promise<Secrets> {
  if (secrets.draftToken) {
    const me = await fetch(`${lakeUrl}/v1/users/me`, {
      headers: { authorization: `Bearer ${secrets.draftToken}` },
    });
    if (me.ok) return secrets;
  }
  const printed = await lakeCommand(lake, ['token', '--name', 'site', '--role', 'viewer']);
  const draftToken = printed.trim().split(/\s+/).at(-1);
  if (!draftToken) throw new Error('The content lake gave no token for the site.');
  const updated = { ...secrets, draftToken };
  saveSecrets(dataDir, updated);
  return updated;
}

/** A link for the first administrator, while nobody is one; empty otherwise. */
export async function firstAdministratorLink(lake: Service): Promise<string> {
  return (await run(process.execPath, ['apps/accounts/cli.ts', 'first-link'], lake.env)).trim();
}

/** Runs a command of the content lake (`npm run lake -- …`) against the given service. */
export function lakeCommand(lake: Service, args: string[]): Promise<string> {
  return run(process.execPath, ['apps/content-lake/cli.ts', ...args], lake.env);
}
