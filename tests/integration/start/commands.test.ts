import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';

const dataDir = temporaryFolder();

// The command runs without keys or a running site, with the settings that a start makes.
test('npm run payments:erase', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'payments:erase'], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  expect(stdout).toContain('Erased the personal data of 0 orders.');
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
