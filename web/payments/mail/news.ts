import { moment } from '#web/payments/ledger/orders.ts';
import type { EntryKind, LedgerDatabase } from '#web/payments/ledger/tables.ts';
import type { Payments } from '#web/payments/payments.ts';
import { addMessages, type NewMessage } from './outbox.ts';
import { messagesOf, summaryOf } from './texts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const pageSize = 200;

/**
 * How far back entries are looked through again: those of transactions that end late, or from a site whose clock is slow,
 * turn up behind later ones.
 */
const lookBack = 10 * minute;

/** Facts that people are told of. */
const told: EntryKind[] = [
  'captured',
  'refunded',
  'refund-failed',
  'disputed',
  'dispute-lost',
  'dispute-won',
  'unexplained',
];

/**
 * Turns what was entered in the books `since` (seconds since 1970) into messages, so that recording a payment
 * needs no write for them. What happened more than a day ago, as a sweep or a restored backup brings it, makes one
 * message to staff a day.
 */
export async function addNews(payments: Payments, since: number | undefined): Promise<void> {
  const { db, settings, now } = payments;
  const started = now();
  const from = (since ?? started / 1000) * 1000;
  let after: Place = { recorded_at: moment(from - lookBack), id: 0 };
  for (;;) {
    const page = await freshEntries(payments, after, started - day);
    const messages = page.flatMap((news): NewMessage[] =>
      messagesOf(news, settings).flatMap(({ to, ...words }) => {
        const recipient = to === 'staff' ? settings.noticeTo : news.customer_email;
        const { id: entry_id, order_id } = news;
        return recipient
          ? [{ ...words, recipient, entry_id, order_id, dedupe_key: `${words.kind}:${entry_id}` }]
          : [];
      }),
    );
    await addMessages(db, messages, settings, started);
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    after = last;
  }
  if (settings.noticeTo) {
    const { count } = await lateEntries(db, from, started - day);
    if (Number(count) > 0) {
      const { to, ...words } = summaryOf(Number(count), settings);
      const dedupe_key = `${words.kind}:${moment(started).slice(0, 10)}`;
      const message = { ...words, recipient: settings.noticeTo, order_id: null, dedupe_key };
      await addMessages(db, [message], settings, started);
    }
  }
}

/** The receipt for an order's latest payment, in words; undefined for one that is not paid. */
export async function receiptMessage({ db, settings }: Payments, orderId: string) {
  const captured = await toldEntries(db)
    .where('entries.order_id', '=', orderId)
    .where('entries.kind', '=', 'captured')
    .orderBy('entries.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return captured && messagesOf(captured, settings).find(({ kind }) => kind === 'receipt');
}

type Place = { recorded_at: string; id: number };

/** Entries that are not told of yet, in the order of the index by time: the window is small and the books are not. */
function freshEntries({ db, settings }: Payments, after: Place, happenedFrom: number) {
  return toldEntries(db)
    .where('entries.source', '!=', 'migration')
    .where('entries.recorded_at', '>=', after.recorded_at)
    .where((is) =>
      is.or([is('entries.recorded_at', '>', after.recorded_at), is('entries.id', '>', after.id)]),
    )
    .where('entries.at', '>=', moment(happenedFrom))
    .where((is) =>
      is.not(is.exists(is.selectFrom('outbox').select('outbox.id').whereRef('entry_id', '=', 'entries.id'))),
    )
    .$if(!settings.noticeTo, (query) => query.where('orders.customer_email', 'is not', null))
    .orderBy('entries.recorded_at')
    .orderBy('entries.id')
    .limit(pageSize)
    .execute();
}

function lateEntries(db: LedgerDatabase, recordedFrom: number, happenedBefore: number) {
  return db
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('kind', 'in', told)
    .where('source', '!=', 'migration')
    .where('recorded_at', '>=', moment(recordedFrom))
    .where('at', '<', moment(happenedBefore))
    .executeTakeFirstOrThrow();
}

function toldEntries(db: LedgerDatabase) {
  return db
    .selectFrom('entries')
    .leftJoin('orders', 'orders.id', 'entries.order_id')
    .leftJoin('payments', 'payments.id', 'entries.payment_id')
    .leftJoin('disputes', 'disputes.id', 'entries.subject')
    .selectAll('entries')
    .select(['orders.bill_number', 'orders.customer_name', 'orders.customer_email', 'orders.receipt_token'])
    .select(['payments.method', 'disputes.respond_by'])
    .where('entries.kind', 'in', told);
}
