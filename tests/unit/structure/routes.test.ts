import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Capability } from '#roles';
import { isNonPagePath, nonPagePattern, publicFiles } from '#schemas/paths.ts';
import { config } from '#web/proxy.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';

type Caller =
  /** Needs no authentication: request and response are public. */
  | 'anyone'
  /** Sends a token that we issued, in the body. */
  | 'bearer of a token'
  /** Signs with a secret shared with us. */
  | 'signer'
  /** Sends a preview's pass or secret. */
  | 'previewer'
  | { staffWho: Capability };

/** Who may call each route. Add new routes here; `guards` checks that their files enforce it. */
const callers: Record<string, Caller> = {
  'api/bill-invoice/[token]': 'bearer of a token',
  'api/application': 'anyone',
  'api/applications/[[...path]]': { staffWho: 'handleApplications' },
  'api/bill-notice': 'bearer of a token',
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
  'api/personal-data/[[...path]]': { staffWho: 'handlePersonalData' },
  'api/razorpay-callback': 'signer',
  'api/razorpay-webhook': 'signer',
  'api/revalidate': 'signer',
  'api/stop-reminders/[token]': 'bearer of a token',
  'api/verify-razorpay-payment': 'signer',
  'api/tender-dates': 'anyone',
  'articles/feed.xml': 'anyone',
  livez: 'anyone',
  'media/[file]': 'anyone',
  'opengraph-image/[...path]': 'anyone',
  readyz: 'anyone',
  'llms.txt': 'anyone',
  'security.txt': 'anyone',
  'studio/[[...path]]': 'anyone',
};

/** Calls that authenticate the caller in a route's file. */
const guards: Record<string, RegExp> = {
  'bearer of a token': /tokenRoute\(|unsubscribe\(|readInvoiceByToken\(/,
  signer: /isValidSignature\(|receiveWebhook|receiveCallback|verifyPayment/,
  previewer: /mayPreview\(|findShare\(/,
};

const app = path.join(projectRoot, 'web/app');
// Reads the disk, because a file that is not committed yet is a route too.
const files = globSync('**/route.{ts,tsx}', { cwd: app }).sort();
const nameOf = (file: string) => path.dirname(file);
const read = (file: string) => readFileSync(path.join(app, file), 'utf8');

test('every route has an entry in callers', () => {
  expect(files.map(nameOf)).toEqual(Object.keys(callers).sort());
});

test.each(files.map(nameOf))('no page can have the address of %s', (name) => {
  const address = `/${name.replaceAll(/\[[^\]]*\]+/g, 'x')}`;
  expect(isNonPagePath(address), 'foldersWithoutPages or madeFiles in schemas/paths.ts').toBe(true);
});

test('the matcher of the proxy and the files of web/public match schemas/paths.ts', () => {
  expect(config.matcher[0]).toBe(`/((?!${nonPagePattern}).*)`);
  const files = readdirSync(path.join(projectRoot, 'web/public'), { withFileTypes: true });
  expect(files.filter((file) => file.isFile()).map(({ name }) => name)).toEqual(publicFiles);
});

test.each(files)('%s authenticates its caller', (file) => {
  const caller = callers[nameOf(file)];
  const text = read(file);
  if (typeof caller === 'object') {
    const [, api = ''] = /import \{ staffApi as handle \} from '#(web\/[^']+)'/.exec(text) ?? [];
    expect(text.replace(/^import .*$/m, '').trim()).toMatch(/^export \{( handle as [A-Z]+,?)+ \};$/);
    const made = readFileSync(path.join(projectRoot, api), 'utf8');
    expect(
      /openToStaff\(\s*'([^']+)',\s*\{ what: '\w+', capability: '(\w+)' \}/.exec(made)?.slice(1),
    ).toEqual([`/${nameOf(file).replace('/[[...path]]', '')}`, caller.staffWho]);
  } else if (caller !== 'anyone') expect(text).toMatch(guards[caller ?? ''] ?? /never/);
});
