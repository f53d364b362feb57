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
    within: ['apps', 'schemas', 'studio', 'web'],
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
      'web/edge/compressed-response.ts': 'caches parsed headers, not pages',
      'web/edge/used-styles.ts': 'caches style sheets, not pages',
      'web/edge/record-view.ts': 'caches the Markdown of valid pages',
      'web/app/api/visit/route.ts': 'caches paths for a minute',
    },
    pattern: String.raw`from 'lru-cache'|\bnew PageStore\(|[mM]ax\w* = .*1024 \* 1024`,
    within: ['web/edge', 'web/freshness', 'web/server.ts', 'web/content', 'web/app'],
  },
  {
    decision: 'How a ledger entry is written and dated',
    file: 'web/payments/ledger/entries.ts',
    pattern: String.raw`insertInto\('entries'\)|into entries`,
  },
  {
    decision: 'Whether a payment is pending confirmation',
    file: 'web/payments/ledger/reports.ts',
    pattern: String.raw`selectFrom\('reports'\)|from reports\b`,
    within: ['web/payments', 'web/jobs', 'web/personal-data'],
  },
  {
    decision: "Dates in India's time zone",
    file: 'web/contracts/india.ts',
    pattern: String.raw`Asia/Kolkata|\+05:30`,
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
