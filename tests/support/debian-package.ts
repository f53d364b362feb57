import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this machine has Debian's packages, and this process may install them. */
const canInstallPackages = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Installs a package of Debian's, without what it only recommends. Throws when apt-get fails. */
function installPackage(name: string): void {
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

/**
 * Path of a program that tests need. Where it is missing, installs Debian's package; without one, it is what `otherwise`
 * finds.
 */
export function findOrInstall(
  find: () => string | undefined,
  { name, missing, otherwise }: { name: string; missing: string; otherwise?: () => string | undefined },
): string {
  const present = find();
  if (present) return present;
  if (canInstallPackages())
    try {
      installPackage(name);
    } catch (error) {
      if (!otherwise) throw error;
    }
  const installed = find() ?? otherwise?.();
  if (!installed) throw new Error(missing);
  return installed;
}
