import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findOrInstall } from './debian-package.ts';

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Returns the path of Firefox: FIREFOX_PATH, an installed one, or Debian's package, which it installs as root. */
function ensureFirefox(): string {
  return findOrInstall(() => [process.env.FIREFOX_PATH ?? '', ...places].find(existsSync), {
    name: 'firefox-esr',
    missing: 'No Firefox was found. Install it, or set FIREFOX_PATH to the browser to test with.',
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
