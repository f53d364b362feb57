import { Hono } from 'hono';
import { z } from 'zod';
import { applicationStates, cvTypes } from '#web/contracts/states.ts';
import { textField } from '#web/contracts/text-field.ts';
import { moment } from '#web/database/moment.ts';
import { readPage } from '#web/database/page.ts';
import { attachment } from '#web/http/downloads.ts';
import type { FormWork } from '#web/http/form-dependencies.ts';
import { audit } from '#web/staff/audit.ts';
import { cursorSchema, optionalParameter, searchSchema } from '#web/staff/query.ts';
import { eraseOnRequest, matchesSearch } from '#web/staff/received.ts';
import { checkedBody, checkedQuery, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import { cvFileName } from './cv.ts';
import { readCv } from './store.ts';

const unknown = [404, 'This application does not exist. It may have been erased.'] as const;

const listQuerySchema = z.object({
  search: searchSchema,
  state: optionalParameter(z.enum(applicationStates)),
  after: cursorSchema,
});
const changeSchema = z.object({
  state: z.enum(applicationStates, 'Choose a status'),
  note: textField('severalLines', 300),
});

const searched = ['opening', 'name', 'email', 'phone', 'note'] as const;

/** Routes below `/api/applications`. The list is newest first. The audit log names no applicant. */
export const applicationRoutes = new Hono<StaffEnv<FormWork>>()
  .get('/', checkedQuery(listQuerySchema), async (c) => {
    const { db, settings } = c.var.work;
    const { search, state, after } = c.req.valid('query');
    const query = db
      .selectFrom('applications')
      .select(['id', 'opening', 'name', 'phone', 'email', 'message', 'file_type', 'file_size', 'state'])
      .select(['note', 'changed_by', 'changed_at', 'created_at', 'erase_at'])
      .where((is) =>
        is.and([
          ...(state ? [is('state', '=', state)] : []),
          ...(search ? [matchesSearch(search, searched)] : []),
        ]),
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
  .post('/:applicationId', checkedBody(changeSchema), async (c) => {
    const { db, now } = c.var.work;
    const id = c.req.param('applicationId');
    const change = c.req.valid('json');
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('applications')
        .set({ ...change, changed_by: c.var.staff.name, changed_at: moment(now()) })
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) refuse(...unknown);
      const entry = { act: 'application.changed', subject: id, detail: change.state };
      await audit(trx, { actor: c.var.staff, ...entry }, now());
    });
    return c.json({});
  })
  .post('/:applicationId/erase', async (c) =>
    c.json(await eraseOnRequest(c.var, 'application', c.req.param('applicationId'))),
  );
