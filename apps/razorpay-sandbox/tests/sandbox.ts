import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const keys = { key_id: 'rzp_test_key', key_secret: 'secret' };
export const webhookSecret = 'webhook-secret';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}

/** Starts the sandbox in its own process on a free port. Returns its control API. */
export async function startSandbox(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'razorpay-sandbox-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      RAZORPAY_KEY_ID: keys.key_id,
      RAZORPAY_KEY_SECRET: keys.key_secret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
      RAZORPAY_SANDBOX_PORT: String(port),
      RAZORPAY_SANDBOX_DATA_DIR: folder,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const responds = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await responds())) {
    if (child.exitCode !== null) throw new Error(`The sandbox could not start: ${errors}`);
    await pause(50);
  }

  const call = async (method: string, address: string, body?: unknown) => {
    const authorization = `Basic ${Buffer.from(`${keys.key_id}:${keys.key_secret}`).toString('base64')}`;
    const response = await fetch(`${url}/sandbox/${address}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const result = await response.json();
    if (!response.ok) throw new Error(`sandbox: ${JSON.stringify(result)}`);
    return result;
  };
  return {
    url,
    call,
    /** Pays like the checkout, and returns the result that the checkout hands to the page. */
    pay: (orderId: string, outcome = 'authorized') =>
      call('POST', 'payments', { order_id: orderId, outcome }),
    faults: (faults: object) => call('PUT', 'faults', faults),
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;
