import { afterAll, expect, test } from 'vitest';
import type { RoleName } from '#roles';
import { startStack } from '../../support/stack.ts';

// The content lake runs with the site's roles.
const stack = await startStack({ parts: ['lake'], seed: false });
afterAll(() => stack.stop());
const client = (role: RoleName | null) => stack.client(role, { apiVersion: '2025-01-01' });
const forbidden = { statusCode: 403 };

test('HR writes only job openings, of limited size', async () => {
  const opening = (_id: string, kilobytes: number) => ({
    _id,
    _type: 'jobOpening',
    summary: 'x'.repeat(kilobytes * 1024),
  });
  const hr = client('hr');
  await hr.create(opening('fitting', 250));
  await expect(hr.create(opening('large', 300))).rejects.toMatchObject({ statusCode: 413 });
  await expect(hr.create({ _id: 'page', _type: 'page' })).rejects.toMatchObject(forbidden);
});

test('finance cannot read content', async () => {
  expect(await client('viewer').fetch('count(*[_type == "jobOpening"])')).toBe(1);
  expect(await client('finance').fetch('count(*)')).toBe(0);
});

test('HR moves openings to the trash and restores only openings', async () => {
  const trashed = (documentType: string) => ({
    _id: `trash.${documentType}`,
    _type: 'trashedDocument',
    documentType,
  });
  const hr = client('hr');
  await expect(hr.create(trashed('page'))).rejects.toMatchObject(forbidden);
  await client('editor').create(trashed('page'));
  await expect(hr.delete('trash.page')).rejects.toMatchObject(forbidden);
  await hr.create(trashed('jobOpening'));
  expect(await client(null).getDocument('trash.jobOpening')).toBeUndefined();
  await hr.delete('trash.jobOpening');
});

test('HR creates redirects only from openings', async () => {
  const redirect = (from: string, to: string) => ({
    _id: `from-${from.at(-1)}`,
    _type: 'redirect',
    from,
    to,
  });
  const hr = client('hr');
  await hr.create(redirect('/careers/a', '/careers'));
  await expect(hr.create(redirect('/contact/b', '/careers'))).rejects.toMatchObject(forbidden);
  await expect(hr.create(redirect('/careers/c', '//elsewhere.example'))).rejects.toMatchObject(forbidden);
  await hr.delete('from-a');
});
