import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findOrInstall } from './debian-package.ts';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...systemPaths].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
  );
}

/**
 * Path of the Chromium for the browser tests: CHROMIUM_PATH, Playwright's own, or the system's. Without any, installs
 * Debian's package (as root on Debian) or Playwright's download.
 */
export function ensureChromium(): string {
  return findOrInstall(findChromium, {
    name: 'chromium',
    missing: 'No Chromium was found. Install it, or set CHROMIUM_PATH to the browser to test with.',
    otherwise: () =>
      execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] }),
  });
}

/** No requests to Google's servers; without the sandbox as root, which CI often is. */
export const chromiumArgs = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
