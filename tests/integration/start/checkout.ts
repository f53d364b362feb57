import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { prepareRelease } from '../../../apps/build/build.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { copySources } from '../../support/copy-sources.ts';

/** The changes of another version: to its sources, and to its built files. */
type Changes = {
  sources?: Record<string, (text: string) => string>;
  built?: (text: string) => string;
};

/** Makes a checkout of these sources with changes, as if `npm ci && npm run build` had run in it. */
export async function makeCheckout({ sources = {}, built }: Changes): Promise<string> {
  const folder = copySources((file) => !file.startsWith('tests/'));
  cpSync(path.join(projectRoot, 'web/public'), path.join(folder, 'web/public'), { recursive: true });
  for (const [file, change] of Object.entries(sources)) rewrite(path.join(folder, file), change);
  const name = `import('./apps/build/build.ts').then((build) => console.log(build.releaseOfSources().folder))`;
  const release = execFileSync(process.execPath, ['-e', name], { cwd: folder, encoding: 'utf8' }).trim();
  const ours = path.join(projectRoot, 'web', `.release-${await prepareRelease(console.log)}`);
  cpSync(ours, release, { recursive: true, verbatimSymlinks: true });
  if (built)
    for (const file of globSync('server/chunks/**/*.js', { cwd: release }))
      rewrite(path.join(release, file), built);
  return folder;
}

function rewrite(file: string, change: (text: string) => string) {
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  if (changed === text) return;
  // Built files are hard links: write a new file instead of changing the shared one.
  rmSync(file);
  writeFileSync(file, changed);
}
