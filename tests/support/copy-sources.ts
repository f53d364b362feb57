import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';

/** Copies the sources, as Git lists them, into a temporary folder with links to the installed packages. Returns the folder. */
export function copySources(isIncluded: (file: string) => boolean = () => true): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-sources-'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: projectRoot, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  // Git lists deleted files too, until the deletion is committed.
  for (const file of files.filter((one) => isIncluded(one) && existsSync(path.join(projectRoot, one))))
    cpSync(path.join(projectRoot, file), path.join(folder, file));
  linkPackages(folder);
  return folder;
}

/** Links the installed packages into a copy of the sources, except the two workspaces, which the copy has itself. */
function linkPackages(copy: string): void {
  const from = path.join(projectRoot, 'node_modules');
  const to = path.join(copy, 'node_modules');
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const installed = path.join(from, entry.name);
    // A symbolic link is npm's link to a workspace.
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(installed) : installed, path.join(to, entry.name));
  }
}
