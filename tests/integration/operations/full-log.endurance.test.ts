import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fillDisk } from '../../support/disk.ts';
import { startStack } from '../../support/stack.ts';

test('the site keeps running when its log cannot be written', async () => {
  const stack = await startStack({ parts: ['lake'], seed: false });
  const log = openSync(path.join(stack.dataDir, 'lake.log'), 'w');
  await stack.kill('lake');
  const { args, env } = stack.service('lake');
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, 'inherit'],
  });
  try {
    const ping = () =>
      fetch(`${stack.lakeUrl}/v1/ping`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ping).toBe(200);
    fillDisk(child.pid, true);
    for (let n = 0; n < 3; n += 1)
      await expect(stack.client('editor').create({ _type: 'note' })).rejects.toMatchObject({
        statusCode: 507,
      });
    expect(await ping()).toBe(200);
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill('SIGKILL');
    closeSync(log);
    await stack.stop();
  }
});
