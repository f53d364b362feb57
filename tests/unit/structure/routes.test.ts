import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Capability } from '#roles';
import { isReservedPath, nonPagePattern, publicFiles } from '#schemas/paths.ts';
import { config } from '#web/proxy.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';

type Caller =
  /** Nobody is asked who they are: what it takes and says may be known to all. */
  | 'anyone'
  /** Whoever has a token that was given to them, in the body. */
  | 'bearer of a token'
  /** Whoever signs with the secret that is shared with us. */
  | 'signer'
  /** A preview's pass or its secret. */
  | 'previewer'
  | { staffWho: Capability };

/** Who may call each route. A new one says so here, and its file below how it makes sure. */
const callers: Record<string, Caller> = {
  'api/bill-status': 'bearer of a token',
  'api/create-razorpay-order': 'anyone',
  'api/draft-mode/disable': 'anyone',
  'api/draft-mode/enable': 'previewer',
  'api/draft-mode/events': 'previewer',
  'api/enquiries/[[...path]]': { staffWho: 'answerEnquiries' },
  'api/enquiry': 'anyone',
  'api/visit': 'anyone',
  'api/visits/[[...path]]': { staffWho: 'seeVisits' },
  'api/payment-status': 'bearer of a token',
  'api/payments/[[...path]]': { staffWho: 'handlePayments' },
  'api/policy-reports': 'anyone',
  'api/razorpay-callback': 'signer',
  'api/razorpay-webhook': 'signer',
  'api/refund-terms': 'anyone',
  'api/revalidate': 'signer',
  'api/stop-reminders/[token]': 'bearer of a token',
  'api/verify-razorpay-payment': 'signer',
  'api/tender-dates': 'anyone',
  'articles/feed.xml': 'anyone',
  'indexnow.txt': 'anyone',
  livez: 'anyone',
  'media/[file]': 'anyone',
  'opengraph-image/[...path]': 'anyone',
  readyz: 'anyone',
  'llms.txt': 'anyone',
  'robots.txt': 'anyone',
  'sitemap.xml': 'anyone',
  'sitemap/[name]': 'anyone',
  'studio/[[...path]]': 'anyone',
};

/** Calls in the file of a route that make sure of its caller. */
const guards: Record<string, RegExp> = {
  'bearer of a token': /lookRoute\(|stopReminders\(/,
  signer: /isValidSignature\(|receiveWebhook|receiveCallback|verifyPayment/,
  previewer: /mayPreview\(|findShare\(/,
};

const app = path.join(projectRoot, 'web/app');
// From the disk: a file that is not committed yet is a route as well.
const files = globSync('**/route.{ts,tsx}', { cwd: app }).sort();
const nameOf = (file: string) => path.dirname(file);
const read = (file: string) => readFileSync(path.join(app, file), 'utf8');

test('every route says who may call it', () => {
  expect(files.map(nameOf)).toEqual(Object.keys(callers).sort());
});

test.each(files.map(nameOf))('no page has the address of %s', (name) => {
  const address = `/${name.replaceAll(/\[[^\]]*\]+/g, 'x')}`;
  expect(isReservedPath(address), 'foldersWithoutPages or madeFiles in schemas/paths.ts').toBe(true);
});

test('the proxy gets all pages, by the list in schemas/paths.ts, and that has the files of web/public', () => {
  expect(config.matcher[0]).toBe(`/((?!${nonPagePattern}).*)`);
  const files = readdirSync(path.join(projectRoot, 'web/public'), { withFileTypes: true });
  expect(files.filter((file) => file.isFile()).map(({ name }) => name)).toEqual(publicFiles);
});

test.each(files)('%s lets in whom it says', (file) => {
  const caller = callers[nameOf(file)];
  const text = read(file);
  if (typeof caller === 'object') {
    const [, api = ''] = /import \{ staffApi as answer \} from '#(web\/[^']+)'/.exec(text) ?? [];
    expect(text.replace(/^import .*$/m, '').trim()).toMatch(/^export \{( answer as [A-Z]+,?)+ \};$/);
    const made = readFileSync(path.join(projectRoot, api), 'utf8');
    expect(
      /openToStaff\(\s*'([^']+)',\s*\{ what: '\w+', capability: '(\w+)' \}/.exec(made)?.slice(1),
    ).toEqual([`/${nameOf(file).replace('/[[...path]]', '')}`, caller.staffWho]);
  } else if (caller !== 'anyone') expect(text).toMatch(guards[caller ?? ''] ?? /never/);
});
