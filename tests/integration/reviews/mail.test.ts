import { afterAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { openDatabase } from '#web/database/database.ts';
import { databaseLocation } from '#web/database/location.ts';
import { addReviewMessages } from '#web/jobs/reviews.ts';
import { startStack } from '../../support/stack.ts';

const stack = await startStack({ parts: ['lake'], seed: false });
const admin = stack.client('administrator', { perspective: 'raw' });
const settings = readSettings({
  DATA_DIR: stack.dataDir,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'us@example.com',
});
const db = await openDatabase(databaseLocation(settings));
afterAll(async () => {
  await db.destroy();
  await stack.stop();
});
beforeEach(async () => {
  await db.deleteFrom('outbox').execute();
});

const review = (document: string, ...entries: object[]) =>
  admin.createOrReplace({
    _id: `review.${document}`,
    _type: 'review',
    document,
    documentType: 'policy',
    entries: entries.map((entry, index) => ({
      _key: `${document}-${index}`,
      kind: 'note',
      by: 'asha',
      name: 'Asha Rao',
      at: new Date().toISOString(),
      text: 'क्या यह सही है?',
      ...entry,
    })),
  });
const run = () => addReviewMessages({ db, settings, now: Date.now }, undefined, stack.client('viewer'));
const messages = () =>
  db.selectFrom('outbox').select(['recipient', 'subject', 'text', 'state']).orderBy('id').execute();

test('without an address, nothing is sent', async () => {
  await review('early', {});
  await run();
  expect(await messages()).toEqual([]);
});

test('each note and approval goes to the address once', async () => {
  await admin.createOrReplace({
    _id: 'approvalRules',
    _type: 'approvalRules',
    noticesTo: 'team@example.com',
  });
  await review(
    'terms',
    {},
    { kind: 'approve', name: 'Ravi', text: '' },
    { kind: 'close' },
    { at: '2020-01-01T00:00:00.000Z' },
  );
  await run();
  await run();
  const sent = (await messages()).filter(({ text }) => text?.includes('id=terms;type=policy'));
  expect(sent).toEqual([
    {
      recipient: 'team@example.com',
      subject: 'Asha Rao asks for a check of a document',
      text: expect.stringMatching(
        /^क्या यह सही है\?\n\nOpen it in the Studio:\nhttp\S+\/studio\/intent\/edit\//,
      ),
      state: 'waiting',
    },
    expect.objectContaining({ subject: 'Ravi approved a document', text: expect.stringMatching(/^Open it/) }),
  ]);
});
