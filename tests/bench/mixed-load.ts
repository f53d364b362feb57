import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { findFreePorts } from '../../apps/environment/ports.ts';
import { newBill } from '../integration/payments/shop.ts';
import { startProxy } from '../support/nginx.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { allPaths, formPaths } from '../support/routes.ts';
import { type Stack, startStack } from '../support/stack.ts';
import type { TlsProxy } from '../support/tls-proxy.ts';
import type { BenchRow } from './run.ts';

/** Minutes. `npm run bench mixed-load 60` runs for an hour. */
const minutes = Number(process.argv.findLast((word) => /^\d+$/.test(word)) ?? 3);
const perSecond = 25;
const publishEvery = 10_000;
const payEvery = 5_000;
/** Memory settles after the engine has compiled and the caches are full. */
const settledAfter = 10;

const createdSchema = z.object({ orderId: z.string() });
const paidSchema = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
});
const verifiedSchema = z.object({ receipt: z.string() });

type Minute = { times: number[]; wrong: string[]; visible: number[] };

/** Loads a site behind the shipped nginx configuration with visitors, unknown paths, pictures, payments and publishes. */
export default async function mixedLoad(): Promise<BenchRow[]> {
  const first = await findFreePorts(2);
  const stack = await startStack({
    env: {
      SITE_URL: `https://www.agency.test:${first + 1}`,
      TRUST_PROXY: 'loopback',
      // All customers have this machine's address.
      PAYMENT_ORDERS_PER_MINUTE: '100000',
      PAYMENT_ORDERS_PER_HOUR: '100000',
    },
  });
  try {
    const proxy = await startProxy([stack.settings.port], { http: first, https: first + 1 });
    try {
      return await run(stack, proxy);
    } finally {
      await proxy.stop();
    }
  } finally {
    await stack.stop();
  }
}

async function run(stack: Stack, proxy: TlsProxy): Promise<BenchRow[]> {
  let minute: Minute = { times: [], wrong: [], visible: [] };
  const all: (Minute & { site: number; lake: number })[] = [];
  const open = new Set<Promise<void>>();
  const meanwhile = (task: Promise<void>) => {
    const one = task
      .catch((error: unknown) => {
        minute.wrong.push(String(error));
      })
      .finally(() => open.delete(one));
    open.add(one);
  };
  const timedRequest = async (expected: number[], what: string, send: () => ReturnType<TlsProxy['get']>) => {
    const begun = performance.now();
    const response = await send();
    minute.times.push(performance.now() - begun);
    if (!expected.includes(response.status)) minute.wrong.push(`${what}: ${response.status}`);
    return response;
  };
  const get = (path: string, expected = 200, headers = {}) =>
    timedRequest([expected], path, () => proxy.get(path, { 'accept-encoding': 'br', ...headers }));
  const post = async (route: string, body: unknown) =>
    JSON.parse(
      (
        await timedRequest([200], route, () =>
          proxy.post(`/api/${route}`, body, { 'idempotency-key': randomUUID() }),
        )
      ).body,
    );

  const pictures = await addressesOf(proxy, '/digital-marketing', /(\/media\/\S+) \d+w/g);
  const files = await addressesOf(proxy, '/contact', /"(\/(?:_next\/static|islands)\/[^"\s]+)/g);
  const pages = allPaths.filter((path) => !formPaths.includes(path));

  async function pay() {
    await get('/pay-online');
    const bill = newBill();
    const { orderId } = createdSchema.parse(await post('create-razorpay-order', bill));
    const { sandboxKeyId, sandboxKeySecret } = stack.secrets;
    const paid = await fetch(`${stack.sandboxUrl}/sandbox/payments`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${sandboxKeyId}:${sandboxKeySecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ order_id: orderId, outcome: 'authorized' }),
    });
    const report = paidSchema.parse(await paid.json());
    const { receipt } = verifiedSchema.parse(
      await post('verify-razorpay-payment', {
        ...bill,
        orderId: report.razorpay_order_id,
        paymentId: report.razorpay_payment_id,
        signature: report.razorpay_signature,
      }),
    );
    await get(`/pay-online/receipt/${receipt}`);
  }

  const editor = stack.client('editor');
  async function publish() {
    const text = `Published ${randomUUID()}`;
    await editor.patch('page-about').set({ 'sections[0].heading': text }).commit({ visibility: 'async' });
    const begun = performance.now();
    while (!(await proxy.get('/about')).body.includes(text)) {
      if (performance.now() - begun > 10_000) throw new Error('A publish did not show within 10 s.');
      await wait(50);
    }
    minute.visible.push(performance.now() - begun);
  }

  let count = 0;
  /** 25 alternating visitors. */
  const visits: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 14 }, () => () => get(oneOf(pages))),
    ...Array.from({ length: 3 }, () => () => get(oneOf(files))),
    ...Array.from({ length: 3 }, () => () => get(`/unknown-${count}`, 404)),
    ...['image/avif', 'image/webp'].map((accept) => () => get(oneOf(pictures), 200, { accept })),
    () => get(`/media/made-up-${count}.png?w=640`, 404),
    () => get('/about?_rsc', 200, { rsc: '1' }),
    () => get(oneOf(formPaths)),
  ];
  const load = setInterval(() => {
    count += 1;
    const visit = visits[count % visits.length];
    if (visit) meanwhile(visit().then(() => {}));
  }, 1000 / perSecond);
  const editing = setInterval(() => meanwhile(publish()), publishEvery);
  const paying = setInterval(() => meanwhile(pay()), payEvery);
  try {
    for (let past = 1; past <= minutes; past += 1) {
      await wait(60_000);
      const site = residentMegabytes(stack.pid('site'));
      const lake = residentMegabytes(stack.pid('lake'));
      const { times, wrong, visible } = minute;
      all.push({ ...minute, site, lake });
      console.log(
        `  minute ${past}: ${times.length} requests, p95 ${inMilliseconds(percentile(times, 95))}, ` +
          `publish to visible ${inMilliseconds(percentile(visible, 100))} at most, ` +
          `${wrong.length} wrong, site ${site} MB, lake ${lake} MB`,
        ...wrong.slice(0, 5),
      );
      minute = { times: [], wrong: [], visible: [] };
    }
  } finally {
    clearInterval(load);
    clearInterval(editing);
    clearInterval(paying);
    await Promise.all(open);
  }
  const settled = all.slice(settledAfter);
  const range = (part: 'site' | 'lake') =>
    settled.length > 0
      ? `${Math.min(...settled.map((one) => one[part]))} to ${Math.max(...settled.map((one) => one[part]))} MB`
      : `${all.at(-1)?.[part]} MB`;
  const requests = all.flatMap(({ times }) => times);
  return [
    {
      what: `${requests.length} requests in ${minutes} minutes: wrong responses`,
      measured: String(all.flatMap(({ wrong }) => wrong).length + minute.wrong.length),
      reference: '0',
    },
    { what: 'response time, p95', measured: inMilliseconds(percentile(requests, 95)) },
    {
      what: 'publish to visible behind nginx, p95',
      measured: inMilliseconds(
        percentile(
          all.flatMap(({ visible }) => visible),
          95,
        ),
      ),
    },
    {
      what: `memory of the site after ${settledAfter} minutes`,
      measured: range('site'),
      reference: 'flat, 400 MB',
    },
    { what: `memory of the lake after ${settledAfter} minutes`, measured: range('lake'), reference: 'flat' },
  ];
}

async function addressesOf(proxy: TlsProxy, path: string, pattern: RegExp): Promise<string[]> {
  const { body } = await proxy.get(path);
  const found = [...body.matchAll(pattern)].map(([, one = '']) => one.replaceAll('&amp;', '&'));
  if (found.length === 0) throw new Error(`${path} names nothing like ${pattern}.`);
  return found;
}

function oneOf(list: string[]): string {
  return list[Math.floor(Math.random() * list.length)] ?? '/';
}

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
