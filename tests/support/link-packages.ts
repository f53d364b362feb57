import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';

/** Has a copy of the sources use the installed packages, but its own content lake and payment sandbox. */
export function linkPackages(copy: string): void {
  const from = path.join(projectRoot, 'node_modules');
  const to = path.join(copy, 'node_modules');
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const installed = path.join(from, entry.name);
    // npm links to a workspace, which the copy has as well.
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(installed) : installed, path.join(to, entry.name));
  }
}
