import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { lakeOfThisFile } from './lake.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'content-lake-'));
const lake = await lakeOfThisFile({ folder });
afterAll(() => rmSync(folder, { recursive: true }));

test('an existing document is found after a lookup of it was interrupted', async () => {
  const editor = lake.client('editor');
  await editor.create({ _id: 'page', _type: 'page', title: 'First' });
  await lake.stop();
  const db = new Database(path.join(folder, 'datasets/production.sqlite'));
  // `slowness` sets how long a lookup takes.
  db.exec(`
    CREATE TABLE slowness (bytes INTEGER);
    INSERT INTO slowness VALUES (60000000);
    ALTER TABLE documents RENAME TO quick_documents;
    CREATE VIEW documents AS SELECT id, type, body FROM quick_documents
      WHERE length(hex(zeroblob((SELECT bytes FROM slowness)))) >= 0;
    CREATE TRIGGER put INSTEAD OF INSERT ON documents BEGIN
      INSERT OR REPLACE INTO quick_documents (id, type, body) VALUES (new.id, new.type, new.body);
    END;
    CREATE TRIGGER remove INSTEAD OF DELETE ON documents BEGIN
      DELETE FROM quick_documents WHERE id = old.id;
    END;
  `);
  await lake.start();
  await editor.patch('page').set({ title: 'Second' }).commit();
  db.exec('UPDATE slowness SET bytes = 0');
  await editor.patch('page').set({ title: 'Third' }).commit();
  await editor.createIfNotExists({ _id: 'page', _type: 'page', title: 'Another' });
  expect(await editor.getDocument('page')).toMatchObject({ title: 'Third' });
  db.close();
});
