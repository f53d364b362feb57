import { readSettings } from '#settings';
import { openDatabase } from '#web/database/database.ts';
import { databasePlace } from '#web/database/place.ts';
import { openEnquiries } from '#web/enquiry/enquiries.ts';
import { keep } from './enquiries.ts';

// Keeps one enquiry after the other until it is killed, and says each before and after.
const settings = readSettings(process.env);
const enquiries = openEnquiries(await openDatabase(databasePlace(settings)), settings);
for (let count = 0; ; count += 1) {
  const message = `${process.argv[2]} ${count}`;
  process.stdout.write(`begun ${message}\n`);
  await keep(enquiries, { message });
  process.stdout.write(`kept ${message}\n`);
}
