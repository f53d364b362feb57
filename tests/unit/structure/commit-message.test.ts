import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from './imports.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'commit-message-'));
const message = path.join(folder, 'COMMIT_EDITMSG');
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the hook as Git does. Returns its error message, empty if it accepts the commit. */
function check(text: string): string {
  writeFileSync(message, text);
  const { status, stderr } = spawnSync('sh', [path.join(root, '.githooks/commit-msg'), message], {
    encoding: 'utf8',
  });
  expect(status).toBe(stderr ? 1 : 0);
  return stderr;
}

describe('the commit-msg hook', () => {
  test.each([
    'payments: show refunds in the receipt\n\nBody without a rule.\n',
    '\n# A comment\nstudio, docs: rename the payments tool\n',
    `content lake: ${'é'.repeat(58)}`,
    'Merge branch "main"',
    'Revert "payments: show refunds"',
    'fixup! payments: show refunds',
  ])('accepts %j', (text) => {
    expect(check(text)).toBe('');
  });

  test.each(['Show refunds in the receipt', 'payments:show refunds', 'Payments: show refunds', ''])(
    'refuses %j, which names no area',
    (text) => {
      expect(check(text)).toContain('Begin the subject with the area');
    },
  );

  test('refuses a subject of more than 72 characters', () => {
    expect(check(`payments: ${'x'.repeat(63)}`)).toContain('It has 73');
  });
});
