import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@sanity/client';
import { expect, test } from 'vitest';
import { uploadFiles } from '../../transfer/uploads.ts';

test.each([
  ['a new picture', '2026-01-01T00:00:00Z', false, 1],
  ['a known picture', '2026-02-01T00:00:00Z', false, 0],
  ['a known picture that is replaced', '2026-02-01T00:00:00Z', true, 1],
])('%s gets the texts of the import', async (_, _updatedAt, replaces, written) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'uploads-'));
  const sha1 = 'a'.repeat(40);
  const described = { [`image-${sha1}`]: { altText: 'A lotus', size: 1 } };
  writeFileSync(path.join(folder, 'assets.json'), JSON.stringify(described));
  writeFileSync(path.join(folder, 'lotus.png'), 'png');
  const client = createClient({
    projectId: 'test',
    dataset: 'test',
    useCdn: false,
    apiVersion: '2026-01-01',
  });
  const asset = { _id: `image-${sha1}-1x1-png`, _createdAt: '2026-01-01T00:00:00Z', _updatedAt, size: 3 };
  Object.assign(client.assets, { upload: async () => asset });
  const file = { kind: 'images', path: path.join(folder, 'lotus.png'), sha1 } as const;
  const { documents } = await uploadFiles(client, folder, new Map([['image@lotus', file]]), replaces);
  rmSync(folder, { recursive: true });
  expect(documents).toMatchObject(Array(written).fill({ altText: 'A lotus', size: 3 }));
});
