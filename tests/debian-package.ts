import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this machine takes Debian's packages, and this process may install them. */
export const canInstallPackages = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Installs one of Debian's packages, without what it only recommends. Throws when apt-get fails. */
export function installPackage(name: string): void {
  console.log(`Installing ${name} for the tests …`);
  // Two test files may miss the same package at the same time.
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ])
    execFileSync('flock', ['/tmp/install-for-tests.lock', 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
}
