import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasePersonalData } from '#web/payments/erasure.ts';
import { cancelBill, findBillsByKey, insertBills, listBills } from '#web/payments/ledger/bills.ts';
import { openLedger } from '#web/payments/ledger/database.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { isSecond } from '#web/payments/ledger/second-payments.ts';
import type { LedgerDatabase } from '#web/payments/ledger/tables.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { gatewayOrder, id, now, bill as paidBill, payment } from './samples.ts';
import { newBill, openShop, type Shop } from './shop.ts';

const day = 24 * 3_600_000;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['SQLite', 'PostgreSQL'])('bills in the ledger on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bills-'));
  let db: LedgerDatabase;
  beforeAll(async () => {
    db = await openLedger(
      kind === 'SQLite' ? { folder } : { folder, databaseUrl: await postgres.createDatabase() },
    );
  });
  afterAll(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  let count = 0;
  const newNumber = () => {
    count += 1;
    return `KNOWN-${count}`;
  };
  const make = async (amount: number, bill_number = newNumber()) => {
    const bill = {
      bill_number,
      customer_name: 'Asha Verma',
      customer_phone: '9876543210',
      customer_email: 'asha@example.com',
      amount,
      due_on: '2026-03-31',
      note: 'March',
    };
    await insertBills(db, [bill], { actor: 'Meera', days: 60, now });
    return bill_number;
  };
  const pay = async (
    billNumber: string,
    amount: number,
    { at = now, fee = 0, customerPhone = '9876543210' } = {},
  ) => {
    const order = await insertOrder(
      db,
      { ...gatewayOrder(), amount },
      { ...paidBill, billNumber, amountPaise: amount, customerPhone },
      { now: at },
    );
    const paid = payment(order.id, { amount: amount + fee, fee: fee || 100, createdAt: at / 1000 });
    await recordPayment(db, paid, 'webhook', at);
    return paid.id;
  };
  const refund = (paymentId: string, amount: number) =>
    recordRefund(
      db,
      {
        id: id('rfnd'),
        paymentId,
        amount,
        currency: 'INR',
        status: 'processed',
        receipt: null,
        reference: null,
        createdAt: now / 1000,
      },
      'webhook',
      now,
    );
  const stateOf = async (billNumber: string, at = now) => {
    const bill = (await findBillsByKey(db, [billNumber], at)).get(billNumber);
    return bill && [bill.state, bill.paid, bill.amount];
  };
  const seconds = async (billNumber: string) =>
    (
      await db
        .selectFrom('payments')
        .innerJoin('orders', 'orders.id', 'payments.order_id')
        .select('payments.id')
        .where('orders.bill_number', '=', billNumber)
        .where(isSecond('payments'))
        .execute()
    ).map((row) => row.id);

  test('two parts pay a bill, a third is too much, and a refund makes it right again', async () => {
    const number = await make(100_000);
    expect(await stateOf(number)).toEqual(['open', 0, 100_000]);
    await pay(number, 60_000);
    expect(await stateOf(number)).toEqual(['part-paid', 60_000, 100_000]);
    await pay(number, 40_000, { at: now + 1000, customerPhone: '9000000001' });
    expect(await stateOf(number)).toEqual(['paid', 100_000, 100_000]);
    expect(await seconds(number)).toEqual([]);
    const third = await pay(number, 40_000, { at: now + 2000 });
    expect(await stateOf(number)).toEqual(['overpaid', 140_000, 100_000]);
    expect(await seconds(number)).toEqual([third]);
    await refund(third, 40_000);
    expect(await stateOf(number)).toEqual(['paid', 100_000, 100_000]);
    expect(await seconds(number)).toEqual([]);
  });

  test('two equal halves of a known bill are parts; too much settled by hand is not too much any more', async () => {
    const number = await make(100_000);
    await pay(number, 50_000);
    await pay(number, 50_000, { at: now + 1000 });
    expect(await seconds(number)).toEqual([]);
    const third = await pay(number, 50_000, { at: now + 2000 });
    expect(await seconds(number)).toEqual([third]);
    await db
      .updateTable('payments')
      .set({ settled_at: new Date(now).toISOString() })
      .where('id', '=', third)
      .execute();
    expect(await stateOf(number)).toEqual(['paid', 150_000, 100_000]);
  });

  test('a fee that the customer bore pays no bill, and part of a refund opens it again', async () => {
    const number = await make(100_000);
    const first = await pay(number, 100_000, { fee: 2360 });
    expect(await stateOf(number)).toEqual(['paid', 100_000, 100_000]);
    await refund(first, 30_000);
    expect(await stateOf(number)).toEqual(['part-paid', 70_000, 100_000]);
  });

  test('without a known bill, other amounts are parts, and the same amount again is a second payment', async () => {
    const number = newNumber();
    await pay(number, 60_000);
    await pay(number, 40_000, { at: now + 1000 });
    expect(await seconds(number)).toEqual([]);
    const again = await pay(number, 60_000, { at: now + 2000 });
    expect(await seconds(number)).toEqual([again]);
  });

  test('a number is known once; after it was cancelled, again', async () => {
    const number = await make(10_000);
    await make(20_000, number);
    const known = (await findBillsByKey(db, [number], now)).get(number);
    expect(known?.amount).toBe(10_000);
    const cancelled = await Promise.all([1, 2].map(() => cancelBill(db, known?.id ?? '', 'Meera', now)));
    expect(cancelled.sort()).toEqual([false, true]);
    await make(20_000, number);
    expect(await stateOf(number)).toEqual(['open', 0, 20_000]);
    const { bills } = await listBills(db, { search: number }, now);
    expect(bills.map(({ state }) => state).sort()).toEqual(['cancelled', 'open']);
  });

  test('a link ends by its day; the list is searched and narrowed', async () => {
    const number = await make(10_000);
    expect(await stateOf(number, now + 60 * day - 1)).toEqual(['open', 0, 10_000]);
    expect(await stateOf(number, now + 60 * day)).toEqual(['expired', 0, 10_000]);
    const found = async (query: Parameters<typeof listBills>[1]) =>
      (await listBills(db, { ...query, search: query.search ?? number }, now)).bills.length;
    expect([await found({}), await found({ state: 'open' }), await found({ state: 'paid' })]).toEqual([
      1, 1, 0,
    ]);
    expect([(await found({ search: '9876543210' })) > 3, (await found({ search: 'asha v' })) > 3]).toEqual([
      true,
      true,
    ]);
    expect(await found({ search: '%' })).toBe(0);
  });

  test('pages follow one another without gaps', async () => {
    for (let index = 0; index < 60; index += 1) await make(100 + index, `PAGED-${index}`);
    const first = await listBills(db, { search: 'PAGED-' }, now);
    const second = await listBills(db, { search: 'PAGED-', after: first.next }, now);
    const ids = [...first.bills, ...second.bills].map((bill) => bill.id);
    expect([first.bills.length, new Set(ids).size, second.next]).toEqual([50, 60, undefined]);
  });

  test('names go a month after an unpaid link has ended, and years after a payment', async () => {
    const unpaid = await make(10_000);
    const part = await make(10_000);
    await pay(part, 5000, { at: now + day });
    const named = async (number: string) => {
      const { customer_name, customer_phone, customer_email, note } = await db
        .selectFrom('bills')
        .selectAll()
        .where('bill_number', '=', number)
        .executeTakeFirstOrThrow();
      return [customer_name, customer_phone, customer_email, note].map((value) => value !== null);
    };
    const all = [true, true, true, true];
    await erasePersonalData(db, 2922, now + 89 * day);
    expect([await named(unpaid), await named(part)]).toEqual([all, all]);
    await erasePersonalData(db, 2922, now + 91 * day);
    expect([await named(unpaid), await named(part)]).toEqual([[false, false, false, false], all]);
    await erasePersonalData(db, 2922, now + 2924 * day);
    expect(await named(part)).toEqual([false, false, false, false]);
    expect(await stateOf(part, now)).toEqual(['part-paid', 5000, 10_000]);
  });
});

describe('pay links', () => {
  let shop: Shop;
  let administrator: string;
  beforeAll(async () => {
    shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '' }, ['lake', 'sandbox', 'site']);
    administrator = shop.stack.token('administrator');
  });
  afterAll(() => shop.close());

  const ask = async (path: string, body?: unknown, token = administrator) => {
    const response = await fetch(`${shop.stack.siteUrl}/api/payments/bills${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  };

  let count = 0;
  const typed = (change = {}) => {
    count += 1;
    return {
      billNumber: `LINK-${count}`,
      name: 'Asha Verma',
      phone: '+91 98765 43210',
      amount: '₹1,000.00',
      dueOn: '31/03/2026',
      note: 'SEO in March',
      ...change,
    };
  };
  const tokenOf = (url: string) => new URL(url).searchParams.get('link') ?? '';
  const make = async (change = {}) => {
    const { status, json } = await ask('', typed(change));
    expect(status).toBe(201);
    return { ...json.bill, link: tokenOf(json.bill.url) };
  };
  const status = (link: unknown) => shop.post('bill-status', { link });
  const order = (bill: { bill_number: string; link: string }, amount: number, change = {}) =>
    shop.post('create-razorpay-order', {
      ...newBill({ billNumber: bill.bill_number, amount, ...change }),
      link: bill.link,
    });
  const pay = async (bill: { bill_number: string; link: string }, amount: number, change = {}) => {
    const { status: code, json } = await order(bill, amount, change);
    expect(code).toBe(200);
    const paid = await shop.pay(json.orderId);
    return shop.verify(newBill({ billNumber: bill.bill_number, amount, ...change }), paid);
  };

  test('are for staff alone to make and to see', async () => {
    for (const [path, body] of [
      ['', undefined],
      ['', typed()],
      ['/csv', { csv: 'x', dryRun: true }],
      ['/AAAAAAAAAAAAAAAA/cancel', {}],
    ] as const) {
      expect((await ask(path, body, '')).status).toBe(401);
      for (const role of ['editor', 'hr', 'viewer'] as const)
        expect((await ask(path, body, shop.stack.token(role))).status).toBe(403);
    }
    expect((await ask('/AAAAAAAAAAAAAAAA/cancel', {})).status).toBe(404);
    expect((await ask('?state=stolen')).status).toBe(400);
    expect((await ask('?after=1')).status).toBe(400);
  });

  test('a bill is made from what staff type, once; its link says nothing of it', async () => {
    const given = typed();
    const first = await ask('', given);
    expect(first).toMatchObject({
      status: 201,
      json: {
        bill: {
          bill_number: given.billNumber,
          customer_name: 'Asha Verma',
          customer_phone: '9876543210',
          customer_email: null,
          amount: 100_000,
          paid_amount: 0,
          state: 'open',
          due_on: '2026-03-31',
          created_by: 'test administrator',
        },
      },
    });
    const { url, id: billId } = first.json.bill;
    expect(url).toMatch(/\/pay-online\?link=[\w-]{38}$/);
    expect(await ask('', given)).toEqual({ status: 200, json: first.json });
    const other = await ask('', { ...given, amount: '900' });
    expect(other.status).toBe(400);
    expect(other.json.fieldErrors.billNumber).toContain('another amount');
    const acts = await shop.ledger
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', given.billNumber)
      .execute();
    expect(acts).toMatchObject([{ actor: 'test administrator', act: 'bill.made' }]);
    expect(billId).toMatch(/^[\w-]{16}$/);
  });

  test('whoever holds the link learns the bill and its sums, and no name or number', async () => {
    const bill = await make();
    const { status: code, text, json } = await status(bill.link);
    expect(code).toBe(200);
    expect(json).toEqual({
      state: 'open',
      billNumber: bill.bill_number,
      customer: 'A••• V•••',
      amount: 100_000,
      paid: 0,
      open: 100_000,
      dueOn: '2026-03-31',
      note: 'SEO in March',
    });
    expect(text).not.toMatch(/Verma|9876543210/);
  });

  test.each([
    ['another signature', (link: string) => `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`],
    ['another bill', (link: string) => `${'A'.repeat(16)}${link.slice(16)}`],
    ['nothing', () => ''],
    ['too much', (link: string) => `${link}A`],
  ])('with %s a link is unknown', async (_what, change) => {
    const bill = await make();
    const link = change(bill.link);
    expect((await status(link)).status).toBe(404);
    expect((await order({ ...bill, link }, 1000)).status).toBe(404);
  });

  test('an order by link is for that bill, and for no more than is open', async () => {
    const bill = await make();
    expect((await order(bill, 1000.01)).json.fieldErrors.amount).toContain('₹1,000.00');
    expect((await order(bill, 999.5)).json.fieldErrors.amount).toContain('leave at least ₹1.00');
    expect((await order({ ...bill, bill_number: 'OTHER' }, 1000)).json.fieldErrors.billNumber).toContain(
      bill.bill_number,
    );
    expect((await shop.post('create-razorpay-order', { ...newBill(), link: 5 })).status).toBe(400);
    const { status: code, json } = await order(bill, 400);
    expect(code).toBe(200);
    const stored = await shop.ledger
      .selectFrom('orders')
      .select('bill_id')
      .where('id', '=', json.orderId)
      .execute();
    expect(stored).toEqual([{ bill_id: bill.id }]);
  });

  test('a bill is paid in two parts, then its link pays no more', async () => {
    const bill = await make();
    await pay(bill, 400);
    expect((await status(bill.link)).json).toMatchObject({ state: 'part-paid', paid: 40_000, open: 60_000 });
    const second = await order(bill, 600);
    // The same customer pays the rest: nothing to warn of.
    expect(second.json).not.toHaveProperty('paidBefore');
    expect(second.json).not.toHaveProperty('underWay');
    await shop.verify(
      newBill({ billNumber: bill.bill_number, amount: 600 }),
      await shop.pay(second.json.orderId),
    );
    expect((await status(bill.link)).json).toMatchObject({ state: 'paid', open: 0 });
    const third = await order(bill, 600);
    expect([third.status, third.json.state]).toEqual([409, 'paid']);
    expect(third.json.error).toContain('paid in full');
    const { json } = await ask(`?search=${bill.bill_number}`);
    expect(json.bills).toMatchObject([{ state: 'paid', paid_amount: 100_000, url: null }]);
  });

  test('two people at one link: the second is warned, and what arrives too much is shown', async () => {
    const bill = await make();
    const [one, other] = [{ customerPhone: '9000000001' }, { customerPhone: '9000000002' }];
    const first = await order(bill, 1000, one);
    expect(first.json).not.toHaveProperty('underWay');
    const second = await order(bill, 1000, other);
    expect(second.json.underWay).toMatchObject({ amount: 100_000 });
    for (const [{ json }, change] of [
      [first, one],
      [second, other],
    ] as const)
      expect(
        (
          await shop.verify(
            newBill({ billNumber: bill.bill_number, amount: 1000, ...change }),
            await shop.pay(json.orderId),
          )
        ).status,
      ).toBe(200);
    expect((await status(bill.link)).json).toMatchObject({ state: 'overpaid', paid: 200_000, open: 0 });
  });

  test('typed in by hand, a bill counts as well, and paying it again is warned of', async () => {
    const bill = await make();
    const byHand = (amount: number) => newBill({ billNumber: bill.bill_number.toLowerCase(), amount });
    const settle = async (amount: number) => {
      const { json } = await shop.create(byHand(amount));
      await shop.verify(byHand(amount), await shop.pay(json.orderId));
      return json;
    };
    await settle(300);
    expect(await settle(700)).not.toHaveProperty('paidBefore');
    expect((await status(bill.link)).json).toMatchObject({ state: 'paid' });
    const again = await shop.create(byHand(500));
    expect(again.json.paidBefore).toMatchObject({ amount: 70_000 });
    // Also when the same order is asked for again.
    expect((await shop.create(byHand(500))).json.paidBefore).toMatchObject({ amount: 70_000 });
  });

  test('cancelled and ended links pay nothing and say so', async () => {
    const cancelled = await make();
    expect((await ask(`/${cancelled.id}/cancel`, {})).json.bill).toMatchObject({
      state: 'cancelled',
      url: null,
      cancelled_by: 'test administrator',
    });
    expect((await ask(`/${cancelled.id}/cancel`, {})).status).toBe(409);
    const ended = await make({ days: 1 });
    await sql`update bills set expires_at = ${new Date(0).toISOString()} where id = ${ended.id}`.execute(
      shop.ledger,
    );
    for (const [bill, state] of [
      [cancelled, 'cancelled'],
      [ended, 'expired'],
    ] as const) {
      expect((await status(bill.link)).json).toMatchObject({ state, open: 0, customer: null, note: null });
      const refused = await order(bill, 1000);
      expect([refused.status, refused.json.state]).toEqual([409, state]);
    }
    const acts = await shop.ledger
      .selectFrom('audit')
      .select('act')
      .where('subject', '=', cancelled.bill_number)
      .execute();
    expect(acts.map(({ act }) => act)).toEqual(['bill.made', 'bill.cancelled']);
  });

  describe('from a file', () => {
    const header = 'Bill Number,Name,Phone,E-mail,Amount,Due date,Note';
    const send = (csv: string, more = {}) => ask('/csv', { csv, dryRun: true, ...more });

    test('200 bills with 10 faulty rows: each is named, and nothing is made until they are right or left out', async () => {
      const faults: Record<number, [string, string]> = {
        5: ['CSV-5,A,9876543210,,10,,', 'Name must be at least 2 characters'],
        20: ['CSV-20,Asha,12345,,10,,', 'Enter valid 10-digit mobile number'],
        40: [',Asha,9876543210,,10,,', 'Bill number is required'],
        60: ['CSV-60,Asha,9876543210,,0,,', 'Enter valid amount (1 to 10,00,000)'],
        80: ['CSV-80,Asha,9876543210,,"1499,50",,', 'Enter valid amount (1 to 10,00,000)'],
        100: ['CSV-100,Asha,9876543210,asha@,10,,', 'Give an e-mail address'],
        120: ['CSV-120,Asha,9876543210,,10,31/02/2026,', 'Give the due date as 2026-03-31'],
        140: ['csv 3,Asha,9876543210,,10,,', 'on line 4'],
        160: ['CSV-160,Asha,9876543210,,1,499.50,,', 'quotes'],
        180: ['CSV-KNOWN,Asha,9876543210,,11,,', 'another name, amount'],
      };
      await make({
        billNumber: 'CSV-KNOWN',
        name: 'Somebody',
        phone: '9876543210',
        amount: '10',
        dueOn: '',
        note: '',
      });
      const rows = Array.from({ length: 200 }, (_, index) => {
        const fault = faults[index + 1];
        // A number with a space is the same as one without.
        return fault
          ? fault[0]
          : `${index === 2 ? 'CSV3' : `CSV-${index + 1}`},"Asha, ""AV"" Verma",098765 43210,a@example.com,"1,499.50",2026-03-31,March`;
      });
      const csv = `\ufeff${[header, ...rows].join('\r\n')}\r\n`;
      const dry = await send(csv);
      expect(dry.json).toMatchObject({ done: false, counts: { new: 190, made: 0, known: 0, faulty: 10 } });
      const named = dry.json.rows.filter((row: { outcome: string }) => row.outcome === 'faulty');
      expect(named.map((row: { line: number }) => row.line)).toEqual(
        Object.keys(faults).map((row) => Number(row) + 1),
      );
      for (const { line, problem } of named) expect(problem).toContain(faults[line - 1]?.[1]);
      expect((await send(csv, { dryRun: false })).json).toMatchObject({ done: false, counts: { made: 0 } });
      const made = await send(csv, { dryRun: false, skipFaulty: true });
      expect(made.json).toMatchObject({ done: true, counts: { new: 0, made: 190, known: 0, faulty: 10 } });
      expect(made.json.rows[0].bill).toMatchObject({
        amount: 149_950,
        customer_name: 'Asha, "AV" Verma',
        customer_phone: '9876543210',
      });
      expect((await status(tokenOf(made.json.rows[0].bill.url))).json.billNumber).toBe('CSV-1');
      const again = await send(csv, { dryRun: false, skipFaulty: true });
      expect(again.json.counts).toEqual({ new: 0, made: 0, known: 190, faulty: 10 });
      expect(again.json.rows[0].bill).toEqual(made.json.rows[0].bill);
      const acts = await shop.ledger
        .selectFrom('audit')
        .select('subject')
        .where('act', '=', 'bills.imported')
        .execute();
      expect(acts).toEqual([{ subject: '190 bills' }]);
    });

    test('with semicolons, in another order and with a row over two lines it is read too', async () => {
      const csv =
        'Amount;Note;Name;Bill no.;Phone\n\n10;"two\nlines";Asha;SEMI-1;9876543210\n;;;;\n1,000;ok;Asha;SEMI-2;919876543210\n';
      const { json } = await send(csv);
      expect(json.rows).toMatchObject([
        { bill_number: 'SEMI-1', outcome: 'faulty', problem: 'Write the note on one line' },
        { line: 6, bill_number: 'SEMI-2', outcome: 'new' },
      ]);
    });

    test('two people send the same file at the same time: each bill is made once', async () => {
      const csv = `${header}\n${Array.from({ length: 50 }, (_, index) => `BOTH-${index},Asha,9876543210,,10,,`).join('\n')}`;
      const answers = await Promise.all([1, 2, 3].map(() => send(csv, { dryRun: false })));
      const made = answers.map(({ json }) => json.counts.made);
      expect([
        made.reduce((sum, one) => sum + one, 0),
        answers.every(({ json }) => json.counts.faulty === 0),
      ]).toEqual([50, true]);
      const urls = answers.map(({ json }) => json.rows.map((row: { bill: { url: string } }) => row.bill.url));
      expect([urls[1], urls[2]]).toEqual([urls[0], urls[0]]);
    });

    test.each([
      ['no rows', header, 'no bills'],
      ['nothing', '', ''],
      ['no header', 'X-1,Asha,9876543210,,10,,\nX-2,Asha,9876543210,,10,,', 'Not known as a column'],
      ['a column missing', 'Bill number,Name,Phone\nX,Asha,9876543210', '“amount” is missing'],
      ['a column twice', `${header},Name\nX,Asha,9876543210,,10,,,Asha`, 'same name'],
      ['an open quote', `${header}\n"X,Asha,9876543210,,10,,`, 'quotes'],
      ['too many rows', `${header}\n${'X,Asha,9876543210,,10,,\n'.repeat(2001)}`, 'at most 2000'],
    ])('%s is refused with what to do', async (_what, csv, words) => {
      const { status: code, json } = await send(csv);
      expect(code).toBe(400);
      expect(json.error).toContain(words);
    });
  });
});
