import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findOrInstall } from './debian-package.ts';

/** Chromium without a user interface, which needs two thirds of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const others = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const firstOf = (files: (string | undefined)[]) =>
  files.find((file) => file !== undefined && file !== '' && existsSync(file));

function findOrDownloadAnother(): string | undefined {
  const find = () => firstOf([chromium.executablePath(), ...others]);
  const present = find();
  if (present) return present;
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return find();
}

/**
 * Returns the path of Chromium for the browser tests: CHROMIUM_PATH, or Debian's headless shell, which it installs as root.
 * Elsewhere, any installed Chromium or Playwright's download.
 */
export function ensureChromium(): string {
  return findOrInstall(() => firstOf([process.env.CHROMIUM_PATH, headlessShell]), {
    name: 'chromium-headless-shell',
    missing: 'No Chromium was found. Install it, or set CHROMIUM_PATH to the browser to test with.',
    otherwise: findOrDownloadAnother,
  });
}

/** Sends no requests to Google's servers. As root, as in many CI systems, Chromium runs only without its sandbox. */
export const chromiumArgs = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
