import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';

/** Links the installed packages into a copy of the sources, except the two workspaces, which the copy has itself. */
export function linkPackages(copy: string): void {
  const from = path.join(projectRoot, 'node_modules');
  const to = path.join(copy, 'node_modules');
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const installed = path.join(from, entry.name);
    // A symbolic link is npm's link to a workspace.
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(installed) : installed, path.join(to, entry.name));
  }
}
