import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';
import type { Machine } from './machine.ts';

/** Serves this repository's commits to the machine at git://127.0.0.1/site, inside and outside its network. */
export function startUpstream(machine: Machine) {
  const folder = mkdtempSync(path.join(machine.folder, 'srv/upstream-'));
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const repository = path.join(folder, 'site');
  git('clone', '--quiet', '--bare', projectRoot, repository);
  const serve = [
    'git',
    'daemon',
    '--export-all',
    '--reuseaddr',
    '--listen=127.0.0.1',
    `--base-path=${folder}`,
  ];
  machine.start(serve);
  machine.start(serve, { outside: true });
  return {
    /** Adds a commit that changes the build. */
    commit() {
      const sources = path.join(folder, 'sources');
      git('clone', '--quiet', repository, sources);
      appendFileSync(path.join(sources, 'web/server.ts'), '// A later release.\n');
      const author = ['-c', 'user.name=Test', '-c', `user.email=test@localhost`];
      git('-C', sources, ...author, 'commit', '--quiet', '--all', '--message', 'A later release');
      git('-C', sources, 'push', '--quiet');
    },
  };
}
