import { sql } from 'kysely';
import type { Database } from '#web/database/tables.ts';
import type { CsvColumns } from '#web/staff/csv.ts';
import { contactKey } from './contacts.ts';
import { customerKinds } from './person.ts';

const customers = 'customer_name as name, customer_email as email, customer_phone as phone';
const kinds = customerKinds.map((kind) => `'${kind}'`).join();

/** Queries for the people in each store. */
const sources = {
  enquiries: 'select name, email, phone from enquiries',
  payments: `select ${customers} from orders where erased_at is null
    union all select ${customers} from bills where erased_at is null`,
  messages: `select null as name, recipient as email, null as phone from outbox
    where recipient is not null and kind in (${kinds})`,
};
type Store = keyof typeof sources;
export const breachedStores = ['enquiries', 'payments', 'messages'] as const satisfies Store[];

type Affected = Record<'name' | 'email' | 'phone' | 'store', Set<string>>;

const column = (title: string, field: keyof Affected): CsvColumns<Affected>[number] => [
  title,
  (person) => [...person[field]].join('; '),
];
export const breachColumns = [
  ...[column('Name', 'name'), column('Email', 'email'), column('Phone', 'phone'), column('Data in', 'store')],
];

/** Lists everybody whose data is in these stores. Rows that share an address or a number are one person. */
export async function peopleIn(db: Database, stores: readonly Store[]): Promise<Affected[]> {
  const byContact = new Map<string, Affected>();
  for (const store of stores) {
    const { rows } = await sql<
      Record<'name' | 'email' | 'phone', string | null>
    >`${sql.raw(sources[store])}`.execute(db);
    for (const row of rows) {
      const keys = [row.email, row.phone].flatMap((one) => contactKey(one ?? '') || []);
      const known = keys.map((key) => byContact.get(key)).find(Boolean);
      const one = known ?? { name: new Set(), email: new Set(), phone: new Set(), store: new Set() };
      one.store.add(store);
      for (const field of ['name', 'email', 'phone'] as const) if (row[field]) one[field].add(row[field]);
      for (const key of keys) if (!byContact.has(key)) byContact.set(key, one);
    }
  }
  return [...new Set(byContact.values())];
}
