import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { runJob } from '#web/database/jobs.ts';
import { countReport } from '#web/payments/checkout/policy-reports.ts';
import { checkCheckoutScript, watchJob } from '#web/payments/checkout/script-watch.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'script-watch-'));
let payments: Payments;
let server: Server;
let port = 0;
let served = { text: 'pay()', headers: {} as Record<string, string>, status: 200 };
let clock = Date.now();

beforeAll(async () => {
  const environment = {
    RAZORPAY_KEY_ID: 'rzp_live_x',
    RAZORPAY_KEY_SECRET: 's',
    RAZORPAY_WEBHOOK_SECRET: 'w',
    DATA_DIR: folder,
    SITE_URL: 'https://www.example.com',
    PAYMENT_NOTICE_TO: 'owner@example.com',
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'Agency <bills@example.com>',
  };
  payments = { ...(await openPayments(paymentSettings(readSettings(environment)))), now: () => clock };
  server = createServer((_request, response) =>
    response
      .writeHead(served.status, { 'content-type': 'text/javascript', ...served.headers })
      .end(served.text),
  );
  port = await findFreePorts(1);
  await new Promise<void>((resolve) => server.listen(port, resolve));
});
afterAll(async () => {
  await payments.db.destroy();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A day later the job checks again. */
async function nextDay() {
  clock += 24 * 3_600_000;
  await runJob(payments.db, { name: watchJob, every: 24 * 3_600_000, now: () => clock }, () =>
    checkCheckoutScript(payments, `http://localhost:${port}/v1/checkout.js`),
  );
  const mails = await payments.db.selectFrom('outbox').select(['recipient', 'text']).orderBy('id').execute();
  return mails.map(({ recipient, text }) => `${recipient} ${text}`);
}

test('staff are notified once of each change of the checkout, and of nothing else', async () => {
  expect(await nextDay()).toEqual([]);
  expect(await nextDay()).toEqual([]);
  served = { ...served, text: 'pay(); steal()' };
  const [first = ''] = await nextDay();
  expect(first).toMatch(/^owner@example\.com .*sha256-\S+, now sha256-\S+/s);
  expect(await nextDay()).toHaveLength(1);
  // If it is unavailable, the next one is compared with the last known script.
  served = { ...served, status: 503 };
  expect(await nextDay()).toHaveLength(1);
  served = { ...served, status: 200, headers: { 'access-control-allow-origin': 'https://evil.example' } };
  const [, second = ''] = await nextDay();
  expect(second).toContain('access-control-allow-origin: none, now https://evil.example');
  expect(second).not.toContain('sha256');
  // Changing back is another change.
  served = { ...served, headers: {} };
  expect(await nextDay()).toHaveLength(3);
  served = { ...served, text: 'pay()' };
  expect(await nextDay()).toHaveLength(4);
  served = { ...served, text: 'pay(); steal()' };
  expect(await nextDay()).toHaveLength(5);
});

test('reports are counted by what was blocked, and other bodies are refused', () => {
  const report = (change: object) => ({
    'csp-report': { 'effective-directive': 'script-src-elem', ...change },
  });
  expect(countReport(report({ 'blocked-uri': 'https://evil.example/x.js?card=4111' }), clock)).toBe(true);
  expect(countReport(report({ 'blocked-uri': 'inline' }), clock)).toBe(true);
  for (const none of [
    undefined,
    null,
    1,
    [],
    {},
    { 'csp-report': [] },
    { 'csp-report': { 'blocked-uri': 5 } },
  ])
    expect(countReport(none, clock)).toBe(false);
  for (let number = 0; number < 500; number++)
    countReport(report({ 'blocked-uri': `https://${number}.example/` }), clock);
  expect(countReport(report({ 'blocked-uri': 'https://evil.example/' }), clock)).toBe(true);
});

test('the document lists each script that the page may run', () => {
  const policy = readFileSync(path.join(projectRoot, 'web/http/page-policy.ts'), 'utf8');
  const hosts = /script: \[([^\]]*)\]/.exec(policy)?.[1]?.match(/https:\/\/[\w.]+/g) ?? [];
  const table = readFileSync(path.join(projectRoot, 'docs/payment-page.md'), 'utf8');
  expect(hosts.length).toBeGreaterThan(0);
  for (const host of hosts) expect(table).toContain(`| \`${new URL(host).host}\``);
});
