import { sql } from 'kysely';
import { z } from 'zod';
import { changeBodySchema, enquiryStates, type ListedEnquiry } from '#web/contracts/enquiries.ts';
import { indianTime } from '#web/contracts/india.ts';
import { emptyLog } from '#web/database/empty-log.ts';
import { moment } from '#web/database/moment.ts';
import { pageOf } from '#web/database/page.ts';
import type { Database } from '#web/database/tables.ts';
import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import { audit } from '#web/staff/audit.ts';
import { type CsvColumns, csvPageSize, csvResponse } from '#web/staff/csv.ts';
import { blank, placeSchema, searchSchema } from '#web/staff/query.ts';
import { bodyRoute, queryRoute, staffRoute } from '#web/staff/staff-route.ts';
import { serviceInWords } from './enquiry.ts';
import { eraseEnquiries } from './kept.ts';

const done: ApiResponse = { status: 200, body: {} };
const unknown = errorResponse(404, 'There is no such enquiry. It may have been erased.');

const filterSchema = z.object({ search: searchSchema, state: blank(z.enum(enquiryStates)) });
const listQuerySchema = filterSchema.extend({ after: placeSchema });

/** Columns that a search looks through. */
const searched = ['name', 'email', 'phone', 'company', 'message'] as const;

function readEnquiries(db: Database, { search, state }: z.output<typeof filterSchema>) {
  const part = `%${search
    ?.normalize('NFC')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('enquiries')
    .select(['id', 'name', 'email', 'phone', 'company', 'service', 'message', 'began_on', 'state', 'note'])
    .select(['answered_by', 'answered_at', 'created_at', 'erase_at'])
    .select((is) =>
      is
        .selectFrom('outbox')
        .select('outbox.state')
        .whereRef('enquiry_id', '=', 'enquiries.id')
        .limit(1)
        .as('mail'),
    )
    .where((is) =>
      is.and([
        ...(state ? [is('state', '=', state)] : []),
        ...(search
          ? [is.or(searched.map((name) => sql<boolean>`lower(${sql.ref(name)}) like ${part} escape '\\'`))]
          : []),
      ]),
    );
}

export const listRoute = queryRoute(listQuerySchema, async (query, { payments: { db, settings } }) => {
  const { rows, ...next } = await pageOf(readEnquiries(db, query), ['created_at', 'id'], query.after);
  const enquiries: ListedEnquiry[] = rows;
  return { status: 200, body: { enquiries, ...next, sends: settings.mail !== undefined } };
});

const columns: CsvColumns<ListedEnquiry> = [
  ['Arrived (IST)', (one) => indianTime(one.created_at)],
  ['State', (one) => one.state],
  ['Name', (one) => one.name],
  ['Email', (one) => one.email],
  ['Phone', (one) => one.phone],
  ['Company', (one) => one.company],
  ['Service', (one) => serviceInWords(one.service)],
  ['Message', (one) => one.message],
  ['Began on', (one) => one.began_on],
  ['Answered by', (one) => one.answered_by],
  ['Answered (IST)', (one) => one.answered_at && indianTime(one.answered_at)],
  ['Note', (one) => one.note],
  ['Erased on (IST)', (one) => indianTime(one.erase_at)],
];

/** What the list shows, as a file. */
export const exportRoute = queryRoute(filterSchema, async (query, { payments: { db, now }, staff }) => {
  await audit(db, { actor: staff.name, act: 'export', subject: 'enquiries' }, now());
  return csvResponse('enquiries.csv', columns, (last: ListedEnquiry | undefined) =>
    readEnquiries(db, query)
      .$if(last !== undefined, (rest) =>
        rest.where(sql<boolean>`(created_at, id) < (${last?.created_at}, ${last?.id})`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(csvPageSize)
      .execute(),
  );
});

/** Whoever first says that an enquiry is answered has answered it, until it is new again. */
export const changeRoute = bodyRoute(
  changeBodySchema,
  async ({ state, note }, { payments: { db, now }, params: { enquiryId = '' }, staff }) => {
    const first = <Value>(column: string, value: Value) => sql<Value>`coalesce(${sql.ref(column)}, ${value})`;
    const answered = {
      new: { answered_by: null, answered_at: null },
      answered: {
        answered_by: first('answered_by', staff.name),
        answered_at: first('answered_at', moment(now())),
      },
      closed: {},
    };
    const { numUpdatedRows } = await db
      .updateTable('enquiries')
      .set({ state, note, ...answered[state] })
      .where('id', '=', enquiryId)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? done : unknown;
  },
);

/** For whoever asks to be forgotten. The audit says who did it, and not about whom. */
export const eraseRoute = staffRoute(async ({ payments: { db, now }, params: { enquiryId = '' }, staff }) => {
  const erased = await db.transaction().execute(async (trx) => {
    const count = await eraseEnquiries(trx, { id: enquiryId });
    if (count > 0) await audit(trx, { actor: staff.name, act: 'enquiry.erased', subject: enquiryId }, now());
    return count;
  });
  if (erased === 0) return unknown;
  await emptyLog(db);
  return done;
});
