import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { canInstallPackages, installPackage } from './debian-package.ts';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function found(): string | undefined {
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...usual].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
  );
}

/**
 * Path of a Chromium for the browser tests: CHROMIUM_PATH, Playwright's own, or one of the system's.
 * Where there is none, Debian's package is installed (as root), else Playwright's download is tried.
 */
export function ensureChromium(): string {
  const present = found();
  if (present) return present;
  if (canInstallPackages()) installPackage('chromium');
  else execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const installed = found();
  if (!installed)
    throw new Error('No Chromium was found. Install it, or set CHROMIUM_PATH to the browser to test with.');
  return installed;
}

/** Arguments that keep the browser from talking to its maker's servers, and let it run as root in CI. */
export const chromiumArgs = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
