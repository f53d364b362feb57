import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';

type Decision = {
  decision: string;
  file: string;
  /** Extended regular expression for git grep that matches code that makes the decision. */
  pattern: string;
  /** Other files that match but do not decide, with the reason. */
  exceptions?: Record<string, string>;
  /** Folders to search. Default: all. */
  within?: string[];
};

/** Decisions that were made twice before. ARCHITECTURE has the whole table. */
const decisions: Decision[] = [
  {
    decision: 'Who may do what',
    file: 'roles.ts',
    pattern: String.raw`\bmay: \[|role(s|\.name)? *[!=]== '`,
  },
  {
    decision: "A document's address",
    file: 'schemas/paths.ts',
    pattern: String.raw`['"\`]/(articles|work|careers|seo-services-)['"\`/]|/intent/edit`,
    exceptions: { 'web/content/article-pages.ts': 'an example in a comment' },
    within: ['apps', 'schemas', 'studio', 'web'],
  },
  {
    decision: 'Whether a claim is confirmed',
    file: 'schemas/claims.ts',
    pattern: 'validUntil',
    exceptions: {
      'schemas/objects/evidence.ts': 'the field',
      'web/content/projections.ts': 'the query for it',
      'web/sections/evidence-list/evidence-list.tsx': 'shows the day',
    },
  },
  {
    decision: 'Whether a request is a preview',
    file: 'web/http/preview-pass.ts',
    pattern: "__prerender_bypass|'preview-pass'",
    exceptions: { 'web/proxy.ts': 'Next needs a literal matcher' },
  },
  {
    decision: 'Whether a stored page is valid, and cache size',
    file: 'web/freshness/page-store.ts',
    exceptions: {
      'web/edge/used-styles.ts': 'caches style sheets, not pages',
      'web/edge/record-view.ts': 'caches the Markdown of valid pages',
      'web/app/api/visit/route.ts': 'caches paths for a minute',
    },
    pattern: String.raw`from 'lru-cache'|\bnew PageStore\(|[mM]ax\w* = .*1024 \* 1024`,
    within: ['web/edge', 'web/freshness', 'web/server.ts', 'web/content', 'web/app'],
  },
  {
    decision: 'Which query parameters change a response',
    file: 'web/contracts/query-parameters.ts',
    pattern: "utm_\\w+|'gclid'",
  },
  {
    decision: 'How a ledger entry is written and dated',
    file: 'web/payments/ledger/entries.ts',
    pattern: String.raw`insertInto\('entries'\)|into entries`,
    exceptions: {
      'web/database/migrations.ts': 'frozen',
      'web/payments/ledger/first-capture.ts': 'inserts the same rows in one statement with the payment',
    },
  },
  {
    decision: 'Whether a payment is pending confirmation',
    file: 'web/payments/ledger/reports.ts',
    pattern: String.raw`selectFrom\('reports'\)|from reports`,
    within: [
      'contracts',
      'database',
      'edge',
      'enquiry',
      'freshness',
      'http',
      'jobs',
      'mail',
      'payments',
      'visits',
    ].map((folder) => `web/${folder}`),
  },
  {
    decision: 'Allowed characters of a text',
    file: 'web/contracts/text.ts',
    pattern: String.raw`[\]p\{C[cfs]\}|[\]u20(0[bef]|2[a-e]|6[6-9])`,
    exceptions: {
      'studio/cities/cities-pane.tsx': 'separates a name from the number before it',
      'studio/tools/dashboard/overview.tsx': 'separates a note from the texts around it',
      'web/seo/share-image.ts': 'what the text layout rejects',
    },
    within: ['web', 'studio', 'schemas'],
  },
  {
    decision: "Dates in India's time zone",
    file: 'web/contracts/india.ts',
    pattern: String.raw`Asia/Kolkata|\+05:30`,
  },
  {
    decision: 'Durations in milliseconds',
    file: 'web/contracts/durations.ts',
    pattern: String.raw`\b(3_?600(_000)?|60_000|86_?400(_000)?)\b`,
    within: [
      'contracts',
      'database',
      'edge',
      'enquiry',
      'freshness',
      'http',
      'jobs',
      'mail',
      'payments',
      'visits',
    ].map((folder) => `web/${folder}`),
  },
  {
    decision: 'The address of a WhatsApp chat',
    file: 'web/contracts/phone.ts',
    pattern: 'https://wa\\.me/',
  },
  {
    decision: 'Parsing and formatting rupees and paise',
    file: 'web/contracts/money.ts',
    pattern: '[*/] 100\\b',
    exceptions: {
      'web/payments/settings.ts': 'whole rupees, so the product is exact',
    },
    within: ['web/contracts', 'web/payments', 'web/app', 'web/sections', 'studio/tools'],
  },
  {
    decision: 'Whether payments are real',
    file: 'settings.ts',
    pattern: String.raw`startsWith\('rzp_|=== 'rzp_`,
  },
  {
    decision: "A release's folder name",
    file: 'settings.ts',
    pattern: String.raw`\.release-`,
    exceptions: { 'apps/build/build.ts': 'leaves releases out of the next build' },
  },
];

function filesWith({ pattern, within = ['.'] }: Decision): string[] {
  const found = execFileSync(
    'git',
    ['grep', '-lE', '--untracked', pattern, '--', ...within, ':!tests', ':!*/tests/*', ':!*.generated.ts'],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  return found.split('\n').filter((file) => /\.(tsx?|m?js)$/.test(file));
}

test.each(decisions)('$decision: only $file decides', (one) => {
  expect(filesWith(one)).toEqual([one.file, ...Object.keys(one.exceptions ?? {})].sort());
});

test('ARCHITECTURE lists them', () => {
  const text = readFileSync(path.join(projectRoot, 'ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = text.split('## One decision, one place\n');
  const rows = [...table.matchAll(/^\| ([^|]+?) +\| `([^`]+)` +\|/gm)].map(([, decision, file]) => ({
    decision,
    file,
  }));
  expect(rows).toEqual(expect.arrayContaining(decisions.map(({ decision, file }) => ({ decision, file }))));
});
