import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';

type Decision = {
  decision: string;
  file: string;
  /** Extended regular expression of git: code that decides it holds this. */
  sign: string;
  /** Other files that hold the sign and do not decide, with the reason. */
  besides?: Record<string, string>;
  /** Where a second place could stand, unless everywhere. */
  within?: string[];
};

/** Each is made in one file, which all others ask. ARCHITECTURE has the same table. */
const decisions: Decision[] = [
  {
    decision: 'Who may do what',
    file: 'roles.ts',
    sign: String.raw`\bmay: \[|role(s|\.name)? *[!=]== '`,
  },
  {
    decision: "A document's address",
    file: 'schemas/paths.ts',
    sign: String.raw`['"\`]/(articles|work|careers|seo-services-)['"\`/]`,
    besides: { 'web/content/article-pages.ts': 'an example in a comment' },
    within: ['schemas', 'studio', 'web'],
  },
  {
    decision: 'Which paths are not pages',
    file: 'schemas/paths.ts',
    sign: "['|]opengraph-image['|]",
    besides: { 'web/proxy.ts': 'Next reads a matcher as it is written; a test compares it' },
  },
  {
    decision: "A document's title",
    file: 'schemas/document-title.ts',
    sign: String.raw`title, name\)|title, name, person|'title', 'name'`,
    within: ['schemas', 'studio', 'web'],
  },
  {
    decision: 'Whether a claim is confirmed',
    file: 'schemas/claims.ts',
    sign: 'validUntil',
    besides: {
      'schemas/objects/evidence.ts': 'the field',
      'web/content/projections.ts': 'the query for it',
    },
  },
  {
    decision: 'The validation rules of release versions',
    file: 'studio/publishing/release-rules.ts',
    sign: String.raw`\bvalidation: \(rule: DocumentRule|\.validation = `,
  },
  {
    decision: 'How concurrent changes are merged',
    file: 'apps/content-lake/merge.ts',
    sign: String.raw`\{ base, mine, theirs`,
  },
  {
    decision: 'Whether a request is a preview',
    file: 'web/http/preview-pass.ts',
    sign: "__prerender_bypass|'preview-pass'",
    besides: { 'web/proxy.ts': 'Next reads a matcher as it is written' },
  },
  {
    decision: 'Whether a stored page is valid, and cache size',
    file: 'web/freshness/page-store.ts',
    besides: {
      'web/edge/used-styles.ts': 'style sheets, which pages of one kind share',
      'web/app/api/visit/route.ts': 'paths alone, for a minute',
    },
    sign: String.raw`from 'lru-cache'|\bnew PageStore\(|[mM]ax\w* = .*1024 \* 1024`,
    within: ['web/edge', 'web/freshness', 'web/server.ts', 'web/content', 'web/app'],
  },
  {
    decision: 'Which query parameters change a response',
    file: 'web/contracts/query-parameters.ts',
    sign: "utm_\\w+|'gclid'",
  },
  {
    decision: 'Whether a page depends on its query string',
    file: 'web/http/page-query.ts',
    sign: 'no-vary-search|params, except',
  },
  {
    decision: 'How pages are saved to disk and restored',
    file: 'web/edge/saved-pages.ts',
    sign: 'writeFile|readdir',
    within: ['web/edge', 'web/freshness', 'web/server.ts'],
  },
  {
    decision: 'Which text is editable in a preview',
    file: 'schemas/editable-text.ts',
    sign: String.raw`propertyOf\(.*'editableText'\)`,
  },
  {
    decision: 'How a ledger entry is written and dated',
    file: 'web/payments/ledger/entries.ts',
    sign: String.raw`insertInto\('entries'\)|into entries`,
    besides: {
      'web/database/migrations.ts': 'frozen',
      'web/payments/ledger/first-capture.ts': 'the same rows, in one statement with the payment',
    },
  },
  {
    decision: 'What a ledger entry means',
    file: 'web/contracts/entry-kinds.ts',
    sign: "Record<string, EntryMeaning>|Record<EntryKind|'refunded', 'refund-failed'",
    besides: {
      'web/database/migrations.ts': 'frozen',
      'web/payments/messages/texts.ts': 'finds the message of a kind',
    },
    within: ['studio', 'web'],
  },
  {
    decision: 'The state of an order',
    file: 'web/payments/ledger/order-state.ts',
    sign: "'partly-refunded'",
    besides: {
      'web/contracts/states.ts': 'the list of states',
      'studio/ui/labels.ts': 'its colour',
    },
    within: ['studio', 'web'],
  },
  {
    decision: 'Whether a payment is pending confirmation',
    file: 'web/payments/ledger/reports.ts',
    sign: String.raw`selectFrom\('reports'\)|from reports`,
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
    sign: String.raw`[\]p\{C[cfs]\}|[\]u20(0[bef]|2[a-e]|6[6-9])`,
    besides: {
      'studio/cities/cities-pane.tsx': 'keeps a name apart from the number before it',
      'web/seo/share-image.ts': 'what the text layout rejects',
    },
    within: ['web', 'studio', 'schemas'],
  },
  {
    decision: "Dates in India's time zone",
    file: 'web/contracts/india.ts',
    sign: String.raw`Asia/Kolkata|\+05:30`,
  },
  {
    decision: 'Durations in milliseconds',
    file: 'web/contracts/durations.ts',
    sign: String.raw`\b(3_?600(_000)?|60_000|86_?400(_000)?)\b`,
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
    decision: 'Whether a date of content has passed',
    file: 'schemas/days.ts',
    sign: String.raw`\b19_?800\b|new Date\(\)\.toISOString\(\)\.(slice|split)`,
  },
  {
    decision: 'Whether a job opening is open, in queries',
    file: 'web/content/projections.ts',
    sign: 'validThrough [<>]',
  },
  {
    decision: "A visit's source",
    file: 'web/visits/source.ts',
    sign: "'referral'",
  },
  {
    decision: 'The address of a WhatsApp chat',
    file: 'web/contracts/phone.ts',
    sign: 'https://wa\\.me/',
  },
  {
    decision: 'Parsing and formatting rupees and paise',
    file: 'web/contracts/money.ts',
    sign: '[*/] 100\\b',
    besides: {
      'web/payments/settings.ts': 'whole rupees, of which the product is exact',
    },
    within: ['web/contracts', 'web/payments', 'web/app', 'web/sections', 'studio/tools'],
  },
  {
    decision: 'The refund amount proposed to staff',
    file: 'web/contracts/refund-terms.ts',
    sign: 'deductsFees',
    besides: { 'schemas/objects/refund-terms.ts': 'the field, as the owner fills it in' },
    within: ['schemas', 'studio', 'web'],
  },
  {
    decision: 'TDS rates and the Act in force',
    file: 'web/contracts/tds.ts',
    sign: '194J|2026-04-01',
    within: ['studio', 'web'],
  },
  {
    decision: 'Whether payments are real',
    file: 'settings.ts',
    sign: String.raw`startsWith\('rzp_|=== 'rzp_`,
  },
  {
    decision: "A release's folder name",
    file: 'settings.ts',
    sign: String.raw`\.release-`,
    besides: { 'apps/build/build.ts': 'no source of the next build' },
  },
];

function filesWith({ sign, within = ['.'] }: Decision): string[] {
  const found = execFileSync(
    'git',
    ['grep', '-lE', '--untracked', sign, '--', ...within, ':!tests', ':!*/tests/*', ':!*.generated.ts'],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  return found.split('\n').filter((file) => /\.(tsx?|m?js)$/.test(file));
}

test.each(decisions)('$decision is decided in $file alone', (one) => {
  expect(filesWith(one)).toEqual([one.file, ...Object.keys(one.besides ?? {})].sort());
});

test('ARCHITECTURE has the same table', () => {
  const text = readFileSync(path.join(projectRoot, 'ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = text.split('## One decision, one place\n');
  const rows = [...table.matchAll(/^\| ([^|]+?) +\| `([^`]+)` +\|/gm)].map(([, decision, file]) => ({
    decision,
    file,
  }));
  expect(rows).toEqual(decisions.map(({ decision, file }) => ({ decision, file })));
});
