import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this process can install Debian packages. */
const canInstallPackages = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Installs a Debian package without its recommended packages. Throws if apt-get fails. */
function installPackage(name: string): void {
  console.log(`Installing ${name} for the tests …`);
  // Two test files may need the same package at once.
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ])
    execFileSync('flock', ['/tmp/install-for-tests.lock', 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
}

/** Returns the path of a program. If it is missing, installs its Debian package, or else calls `otherwise`. */
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
