/** @module-tag protect */
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { findOrder, insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startPostgres } from '../../support/postgres.ts';
import { timeouts } from '../../support/timeouts.ts';
import { bill, gatewayOrder, now, payment } from './samples.ts';

const postgres = await closeAfterwards(startPostgres());

// An unhandled error event would end the server; here it fails the run.
test('connections that PostgreSQL cuts during payments affect only those payments', async () => {
  const databaseUrl = await postgres.createDatabase();
  const db = await openDatabase({ databaseUrl, folder: '' });
  const administrator = new pg.Client(databaseUrl);
  await administrator.connect();
  const counts = { recorded: 0, broken: 0 };
  const isOver = () => counts.recorded >= 60 && counts.broken >= 5;
  const customer = async () => {
    while (!isOver()) {
      try {
        const { id: orderId } = await insertOrder(db, gatewayOrder(), bill, { now });
        await recordPayment(db, payment(orderId), 'webhook', now);
        counts.recorded += 1;
      } catch {
        counts.broken += 1;
      }
    }
  };
  const cut = async () => {
    while (!isOver()) {
      await administrator.query(
        `select pg_sleep(0.05), pg_terminate_backend(pid) from pg_stat_activity where application_name = 'agency-site'`,
      );
    }
  };
  await Promise.all([cut(), ...Array.from({ length: 8 }, customer)]);
  // The last cut may still be on its way to a ledger connection.
  const half = await administrator.query(
    `select payments.id from payments join orders on orders.id = payments.order_id where orders.status <> 'paid'`,
  );
  expect(half.rows).toEqual([]);
  await administrator.end();
  await db.destroy();
});

test('a silent PostgreSQL delays one customer, and not every later one', async () => {
  const databaseUrl = new URL(await postgres.createDatabase());
  const passed = new Set<Socket>();
  let isSilent = false;
  const middle = createServer((client) => {
    const server = connect(Number(databaseUrl.port), databaseUrl.hostname);
    // Old connections stay silent for ever, as after a failover; new ones work.
    const wasSilent = isSilent;
    const pass = (to: Socket) => (bytes: Buffer) => {
      if (!isSilent || wasSilent) to.write(bytes);
    };
    client.on('data', pass(server)).on('close', () => server.destroy());
    server.on('data', pass(client)).on('error', () => client.destroy());
    passed.add(client.on('error', () => server.destroy()));
  });
  const port = await findFreePorts(1);
  await new Promise<void>((resolve) => middle.listen(port, '127.0.0.1', resolve));
  const through = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  const db = await openDatabase({ databaseUrl: through, folder: '', timeoutMs: timeouts.attempt / 10 });
  const { id: orderId } = await insertOrder(db, gatewayOrder(), bill, { now });
  const query = () => Promise.allSettled([1, 2, 3].map(() => findOrder(db, orderId)));
  expect((await query()).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));

  isSilent = true;
  expect((await query()).map(({ status }) => status)).toContain('rejected');
  expect((await query()).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
  await db.destroy();
  for (const socket of passed) socket.destroy();
  middle.close();
});
