import { readSettings } from '#settings';
import { openDatabase } from '#web/database/database.ts';
import { databaseLocation } from '#web/database/location.ts';
import { openForm } from '#web/http/form-dependencies.ts';
import { store } from './enquiries.ts';

// Stores one enquiry after another until it is killed. Prints a line before and after each.
const settings = readSettings(process.env);
const enquiries = openForm(await openDatabase(databaseLocation(settings)), settings, 'enquiries');
for (let count = 0; ; count += 1) {
  const message = `${process.argv[2]} ${count}`;
  process.stdout.write(`begun ${message}\n`);
  await store(enquiries, { message });
  process.stdout.write(`stored ${message}\n`);
}
