import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'agency-commands-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

// The commands run without keys or a running site, with the settings that a start makes.
test.each([
  [['payments:erase'], 'Erased the personal data of 0 orders.'],
  [['payments:reconcile'], 'Checked 0 orders'],
])('npm run %j', async (args, expected) => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  expect(stdout).toContain(expected);
});

test('names a wrong setting without a stack trace', async () => {
  const run = promisify(execFile)('npm', ['run', '--silent', 'payments:erase'], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataDir, RAZORPAY_KEY_ID: 'rzp_live_abcdefghijklmn' },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Some settings are wrong:\n {2}RAZORPAY_KEY_SECRET is required(?!.*\bat )/s,
    ),
  });
});
