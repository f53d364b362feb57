import { spawnSync } from 'node:child_process';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findOrInstall } from './debian-package.ts';

const places = [
  ...(process.env.FIREFOX_PATH ? [process.env.FIREFOX_PATH] : []),
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Debian's long-term release. The one before it, 140, lacks commands that Puppeteer sends. */
const oldestVersion = 153;

function isNewEnough(file: string): boolean {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return Number(/Firefox (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= oldestVersion;
}

/**
 * Returns the path of Firefox: FIREFOX_PATH, an installed one, or Debian's package, which it installs or updates as
 * root.
 */
function ensureFirefox(): string {
  return findOrInstall(() => places.find(isNewEnough), {
    name: 'firefox-esr',
    missing: `No Firefox ${oldestVersion} or newer was found. Install it, or set FIREFOX_PATH to the browser to test with.`,
  });
}

/** Launches Firefox without a window. It reaches only this machine: every name resolves to it. */
export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: ensureFirefox(),
    extraPrefsFirefox: {
      'network.dns.forceResolve': '127.0.0.1',
      // Blocks pop-ups as in a normal Firefox; Puppeteer allows them.
      'dom.disable_open_during_load': true,
    },
  });
}
