import { Hono } from 'hono';
import type { Settings } from '#settings';
import { readCv } from '#web/applications/store.ts';
import type { Database } from '#web/database/tables.ts';
import { truncateWal } from '#web/database/writable.ts';
import { readInvoice } from '#web/payments/bills/invoice-files.ts';
import { audit } from '#web/staff/audit.ts';
import { checkedBody, type StaffEnv } from '#web/staff/staff-route.ts';
import { streamedFile } from '#web/staff/streamed-file.ts';
import { contactKey, contactsSchema } from './contacts.ts';
import { erasePerson, readPerson } from './person.ts';

type Work = { db: Database; settings: Pick<Settings, 'retention'>; now(): number };

/** Leaves keys, which open links, and staff's network addresses out of an export. */
const forExport = (name: string, value: unknown) =>
  /token|digest|(request|dedupe)_key|^address$/.test(name) ? undefined : value;

/** Writes a person's data as JSON. Tax invoices and CVs follow one by one, in base64, because all of them may not fit in memory. */
async function* exportParts(db: Database, { tax_invoices, ...data }: Awaited<ReturnType<typeof readPerson>>) {
  yield `${JSON.stringify(data, forExport, 2).slice(0, -2)},\n  "tax_invoices": [`;
  for (const [index, { bill_id, ...known }] of tax_invoices.entries()) {
    const file = await readInvoice(db, String(bill_id));
    const pdf = file && Buffer.from(file.bytes).toString('base64');
    yield `${index > 0 ? ',' : ''}\n    ${JSON.stringify({ bill_id, ...known, pdf }, forExport)}`;
  }
  yield '\n  ],\n  "cvs": [';
  for (const [index, { id }] of data.applications.entries()) {
    const cv = await readCv(db, String(id));
    const file = cv && Buffer.from(cv.content).toString('base64');
    yield `${index > 0 ? ',' : ''}\n    ${JSON.stringify({ application_id: id, file })}`;
  }
  yield '\n  ]\n}\n';
}

/** Routes below `/api/personal-data`. A person's contacts are in the body, and never in the audit log. */
export const personalDataRoutes = new Hono<StaffEnv<Work>>()
  // Counts what is there about one person, and lists what would stay after erasing.
  .post('/find', checkedBody(contactsSchema), async (c) => {
    const { db, settings, now } = c.var.work;
    const { contacts } = c.req.valid('json');
    const data = await readPerson(db, contacts, now());
    const stays = await erasePerson(db, contacts, { ...settings, now: now(), isTrial: true });
    await audit(db, { actor: c.var.staff, act: 'person.found', subject: 'personal-data' }, now());
    const people = [
      ...data.enquiries,
      ...data.applications,
      ...data.orders,
      ...data.bills,
      ...data.payments,
      ...data.upi_payments,
    ];
    const distinct = (...columns: string[]) =>
      [...new Set(people.flatMap((row) => columns.map((column) => row[column])))].flatMap((one) => one || []);
    const others = distinct('email', 'phone', 'customer_email', 'customer_phone', 'vpa').map(String);
    return c.json({
      found: Object.entries(data).flatMap(([table, rows]) =>
        rows.length ? { table, rows: rows.length } : [],
      ),
      stays,
      names: distinct('name', 'customer_name'),
      others: others.filter((one) => !contacts.includes(contactKey(one))),
    });
  })
  .post('/export', checkedBody(contactsSchema), async (c) => {
    const { db, now } = c.var.work;
    const data = await readPerson(db, c.req.valid('json').contacts, now());
    await audit(db, { actor: c.var.staff, act: 'person.exported', subject: 'personal-data' }, now());
    return streamedFile('personal-data.json', 'application/json', exportParts(db, data));
  })
  .post('/erase', checkedBody(contactsSchema), async (c) => {
    const { db, settings, now } = c.var.work;
    const { contacts } = c.req.valid('json');
    const stays = await erasePerson(db, contacts, { ...settings, now: now(), isTrial: false });
    const detail = `${stays.length} records stay`;
    await audit(db, { actor: c.var.staff, act: 'person.erased', subject: 'personal-data', detail }, now());
    await truncateWal(db);
    return c.json({ stays });
  });
