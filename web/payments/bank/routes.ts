import { Hono } from 'hono';
import { z } from 'zod';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { parseJson } from '#web/http/json.ts';
import { noteBodySchema } from '#web/payments/desk/bodies.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import { checkedBody, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import { matchBank, unmatched } from './match.ts';
import { columnsSchema, headerKey, linesOf, readStatement, type Statement } from './statement.ts';

/** Bytes. */
const csvLimit = 8_000_000;
/** Lines per statement: SQLite takes 32,766 values. */
const atOnce = 500;
const sampleRows = 5;

const bodySchema = z.object({
  csv: z.string().max(csvLimit),
  /** Without them, those that were chosen for such a file before, or that its titles name. */
  columns: columnsSchema.optional(),
  store: z.boolean().default(false),
});

async function rememberedColumns(db: Database, statement: Statement) {
  const known = await db
    .selectFrom('bank_columns')
    .select('columns')
    .where('header', '=', headerKey(statement))
    .executeTakeFirst();
  return columnsSchema.safeParse(known && parseJson(known.columns)).data ?? statement.guess;
}

/** Statements of the agency's bank account, under `/api/payments/bank`. */
export const bankRoutes = new Hono<StaffEnv<Payments>>()
  .get('/', async (c) => {
    const { db } = c.var.work;
    const imports = await db
      .selectFrom('bank_imports')
      .selectAll()
      .orderBy('imported_at', 'desc')
      .limit(20)
      .execute();
    return c.json({ imports, ...(await unmatched(db)) });
  })
  // Reads a file, and stores what is new of it if asked to.
  .post('/', checkedBody(bodySchema, csvLimit), async (c) => {
    const { csv, store, columns: chosen } = c.req.valid('json');
    const { db, now } = c.var.work;
    const statement = readStatement(csv);
    if ('error' in statement) refuse(400, statement.error);
    const { header, rows } = statement;
    const columns = chosen ?? (await rememberedColumns(db, statement)) ?? null;
    const sample = rows.slice(0, sampleRows).map(({ cells }) => header.map((_, index) => cells[index] ?? ''));
    const shown = { header, sample, columns };
    if (!columns) return c.json({ ...shown, lines: 0, added: 0, matched: 0, unread: [], isStored: false });
    const { lines, unread } = linesOf(statement, columns);
    const [first] = lines;
    if (!first) return c.json({ ...shown, lines: 0, added: 0, matched: 0, unread, isStored: false });
    const days = lines.map(({ day }) => day).sort();
    const actor = c.var.staff;
    const stored = await db.transaction().execute(async (trx) => {
      const ids = lines.map(({ id }) => id);
      const known = await knownIds(trx, ids);
      const fresh = lines.filter(({ id }) => !known.has(id));
      if (!store) return { added: fresh.length, matched: 0 };
      let added = 0;
      for (let at = 0; at < fresh.length; at += atOnce) {
        const inserted = await trx
          .insertInto('bank_lines')
          .values(fresh.slice(at, at + atOnce).map((line) => ({ ...line, imported_at: moment(now()) })))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        added += Number(inserted.numInsertedOrUpdatedRows ?? 0);
      }
      const span = { from_day: days[0] ?? first.day, to_day: days.at(-1) ?? first.day };
      await trx
        .insertInto('bank_imports')
        .values({ ...span, imported_at: moment(now()), imported_by: actor.name, lines: lines.length, added })
        .execute();
      const remembered = { columns: JSON.stringify(columns), chosen_by: actor.name };
      await trx
        .insertInto('bank_columns')
        .values({ header: headerKey(statement), ...remembered })
        .onConflict((conflict) => conflict.column('header').doUpdateSet(remembered))
        .execute();
      const matched = await matchBank(trx);
      const detail = `${span.from_day} to ${span.to_day}: ${added} of ${lines.length} lines new, ${matched} matched`;
      await audit(trx, { actor, act: 'statement.imported', subject: 'bank', detail }, now());
      return { added, matched };
    });
    return c.json({ ...shown, lines: lines.length, ...stored, unread, isStored: store });
  })
  // Says what a deposit was that is of no settlement.
  .post('/:lineId/note', checkedBody(noteBodySchema), async (c) => {
    const { db, now } = c.var.work;
    const [subject, actor] = [c.req.param('lineId'), c.var.staff];
    const { note } = c.req.valid('json');
    const noted = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('bank_lines')
        .set({ note })
        .where('id', '=', subject)
        .where('note', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n)
        await audit(trx, { actor, act: 'deposit.noted', subject, detail: note }, now());
      return numUpdatedRows > 0n;
    });
    return noted ? c.json({}) : refuse(404, 'There is no such deposit without a note.');
  });

async function knownIds(db: Database, ids: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += atOnce)
    for (const { id } of await db
      .selectFrom('bank_lines')
      .select('id')
      .where('id', 'in', ids.slice(at, at + atOnce))
      .execute())
      known.add(id);
  return known;
}
