import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { spreadsheetTime } from '#web/contracts/india.ts';
import { enquiryStates } from '#web/contracts/states.ts';
import { textField } from '#web/contracts/text-field.ts';
import { moment } from '#web/database/moment.ts';
import { readPage } from '#web/database/page.ts';
import type { Database } from '#web/database/tables.ts';
import type { FormWork } from '#web/http/form-dependencies.ts';
import { audit } from '#web/staff/audit.ts';
import { type CsvColumns, csvPageSize, csvResponse, readPages } from '#web/staff/csv.ts';
import { cursorSchema, optionalParameter, searchSchema } from '#web/staff/query.ts';
import { eraseOnRequest, matchesSearch } from '#web/staff/received.ts';
import { checkedBody, checkedQuery, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import { serviceInWords } from './enquiry.ts';

const unknown = [404, 'This enquiry does not exist. It may have been erased.'] as const;

const filterSchema = z.object({ search: searchSchema, state: optionalParameter(z.enum(enquiryStates)) });
const listQuerySchema = filterSchema.extend({ after: cursorSchema });
const changeSchema = z.object({
  state: z.enum(enquiryStates, 'Choose a state'),
  note: textField('severalLines', 300),
});

const searched = ['name', 'email', 'phone', 'company', 'message'] as const;

function readEnquiries(db: Database, { search, state }: z.output<typeof filterSchema>) {
  return db
    .selectFrom('enquiries')
    .select(['id', 'name', 'email', 'phone', 'company', 'service', 'message', 'began_on', 'state', 'note'])
    .select('came_from')
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
        ...(search ? [matchesSearch(search, searched)] : []),
      ]),
    );
}

type Listed = Awaited<ReturnType<ReturnType<typeof readEnquiries>['execute']>>[number];

const columns: CsvColumns<Listed> = [
  ['Arrived (IST)', (one) => spreadsheetTime(one.created_at)],
  ['State', (one) => one.state],
  ['Name', (one) => one.name],
  ['Email', (one) => one.email],
  ['Phone', (one) => one.phone],
  ['Company', (one) => one.company],
  ['Service', (one) => serviceInWords(one.service)],
  ['Message', (one) => one.message],
  ['Began on', (one) => one.began_on],
  ['Came from', (one) => one.came_from],
  ['Answered by', (one) => one.answered_by],
  ['Answered (IST)', (one) => one.answered_at && spreadsheetTime(one.answered_at)],
  ['Note', (one) => one.note],
  ['Erased on (IST)', (one) => spreadsheetTime(one.erase_at)],
];

/** Routes below `/api/enquiries`. Lists are newest first. */
export const enquiryRoutes = new Hono<StaffEnv<FormWork>>()
  .get('/', checkedQuery(listQuerySchema), async (c) => {
    const { db, settings } = c.var.work;
    const query = c.req.valid('query');
    const { rows, ...next } = await readPage(readEnquiries(db, query), ['created_at', 'id'], query.after);
    return c.json({ enquiries: rows, ...next, sends: settings.mail !== undefined });
  })
  // Exports the list as CSV.
  .get('/export', checkedQuery(filterSchema), async (c) => {
    const { db, now } = c.var.work;
    await audit(db, { actor: c.var.staff, act: 'export', subject: 'enquiries' }, now());
    const pages = readPages<Listed>((last) =>
      readEnquiries(db, c.req.valid('query'))
        .$if(last !== undefined, (rest) =>
          rest.where(sql<boolean>`(created_at, id) < (${last?.created_at}, ${last?.id})`),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(csvPageSize)
        .execute(),
    );
    return csvResponse('enquiries.csv', columns, pages);
  })
  // Records who first marked the enquiry as answered. Setting the enquiry back to new clears this record.
  .post('/:enquiryId', checkedBody(changeSchema), async (c) => {
    const { db, now } = c.var.work;
    const { state, note } = c.req.valid('json');
    const first = <Value>(column: string, value: Value) => sql<Value>`coalesce(${sql.ref(column)}, ${value})`;
    const answered = {
      new: { answered_by: null, answered_at: null },
      answered: {
        answered_by: first('answered_by', c.var.staff.name),
        answered_at: first('answered_at', moment(now())),
      },
      closed: {},
    };
    const { numUpdatedRows } = await db
      .updateTable('enquiries')
      .set({ state, note, ...answered[state] })
      .where('id', '=', c.req.param('enquiryId'))
      .executeTakeFirst();
    return numUpdatedRows > 0n ? c.json({}) : refuse(...unknown);
  })
  .post('/:enquiryId/erase', async (c) =>
    c.json(await eraseOnRequest(c.var, 'enquiry', c.req.param('enquiryId'))),
  );
