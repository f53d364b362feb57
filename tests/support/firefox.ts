import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findOrInstall } from './debian-package.ts';

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Path of the Firefox for the browser tests: FIREFOX_PATH, or one that is installed, or Debian's if this is root. */
function ensureFirefox(): string {
  return findOrInstall(() => [process.env.FIREFOX_PATH ?? '', ...places].find(existsSync), {
    name: 'firefox-esr',
    missing: 'No Firefox was found. Install it, or set FIREFOX_PATH to the browser to test with.',
  });
}

/** Firefox without a window. It reaches this machine alone: every other name leads to a closed port of it. */
export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: ensureFirefox(),
    extraPrefsFirefox: {
      'network.dns.forceResolve': '127.0.0.1',
      // Windows that nobody asked for are refused, as with everybody; Puppeteer allows them.
      'dom.disable_open_during_load': true,
    },
  });
}
