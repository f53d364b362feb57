import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { day } from '#web/contracts/durations.ts';
import { applicationStates, cvTypes } from '#web/contracts/states.ts';
import { textField } from '#web/contracts/text-field.ts';
import { moment } from '#web/database/moment.ts';
import { likePattern, readPage } from '#web/database/page.ts';
import { truncateWal } from '#web/database/writable.ts';
import { attachment } from '#web/http/downloads.ts';
import { audit } from '#web/staff/audit.ts';
import { cursorSchema, optionalParameter, searchSchema } from '#web/staff/query.ts';
import { checkedBody, checkedQuery, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import type { Applications } from './applications.ts';
import { cvFileName } from './cv.ts';
import { eraseApplications, readCv } from './store.ts';

const unknown = [404, 'This application does not exist. It may have been erased.'] as const;

const listQuerySchema = z.object({
  search: searchSchema,
  state: optionalParameter(z.enum(applicationStates)),
  after: cursorSchema,
});
const changeSchema = z.object({
  state: z.enum(applicationStates, 'Choose a status'),
  note: textField('severalLines', 300),
  /** The version that was changed. */
  version: z.coerce.number().int().min(0).max(1_000_000),
});

const searched = ['opening', 'name', 'email', 'phone', 'note'] as const;

/** Routes below `/api/applications`. The list is newest first. The audit log names no applicant. */
export const applicationRoutes = new Hono<StaffEnv<Applications>>()
  .get('/', checkedQuery(listQuerySchema), async (c) => {
    const { db, settings } = c.var.work;
    const { search, state, after } = c.req.valid('query');
    const part = likePattern(search?.normalize('NFC').toLowerCase() ?? '');
    const query = db
      .selectFrom('applications')
      .select([
        'id',
        'opening',
        'name',
        'phone',
        'email',
        'message',
        'file_type',
        'file_size',
        'state',
        'note',
      ])
      .select(['version', 'changed_by', 'changed_at', 'created_at', 'erase_at'])
      .$if(state !== undefined, (all) => all.where('state', '=', state ?? 'new'))
      .$if(search !== undefined, (all) =>
        all.where((is) =>
          is.or(searched.map((name) => sql<boolean>`lower(${sql.ref(name)}) like ${part} escape '\\'`)),
        ),
      );
    const { rows, ...next } = await readPage(query, ['created_at', 'id'], after);
    const applications = rows.map((row) => ({ ...row, fileName: cvFileName(row.name, row.file_type) }));
    return c.json({ applications, ...next, sends: settings.mail !== undefined });
  })
  // Browsers save the file and never show it, because a stranger made it.
  .get('/:applicationId/cv', async (c) => {
    const { db, now } = c.var.work;
    const id = c.req.param('applicationId');
    const cv = await readCv(db, id);
    if (!cv) return refuse(...unknown);
    await audit(db, { actor: c.var.staff, act: 'application.cv-downloaded', subject: id }, now());
    return new Response(cv.content, {
      headers: {
        'content-type': cvTypes[cv.file_type],
        'content-disposition': attachment(cvFileName(cv.name, cv.file_type)),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  })
  // Refuses a change that is based on an outdated version.
  .post('/:applicationId', checkedBody(changeSchema), async (c) => {
    const { db, now } = c.var.work;
    const id = c.req.param('applicationId');
    const { version, ...change } = c.req.valid('json');
    const isChanged = await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('applications')
        .set({ ...change, version: version + 1, changed_by: c.var.staff.name, changed_at: moment(now()) })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const entry = { act: 'application.changed', subject: id, detail: change.state };
      await audit(trx, { actor: c.var.staff, ...entry }, now());
      return true;
    });
    if (isChanged) return c.json({});
    const found = await db.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst();
    return found
      ? refuse(
          409,
          'A colleague has changed this application. Close it, open it again and repeat your change.',
        )
      : refuse(...unknown);
  })
  .post('/:applicationId/erase', async (c) => {
    const { db, settings, now } = c.var.work;
    const id = c.req.param('applicationId');
    const before = now() - settings.retention.minimum * day;
    const erased = await db.transaction().execute(async (trx) => {
      const count = await eraseApplications(trx, { ids: [id], before });
      if (count > 0) await audit(trx, { actor: c.var.staff, act: 'application.erased', subject: id }, now());
      return count;
    });
    if (erased === 0)
      refuse(404, 'This application was erased already, or must stay longer (PERSONAL_DATA_MIN_DAYS).');
    await truncateWal(db);
    return c.json({});
  });
