import { afterAll, expect, test, vi } from 'vitest';
import { previewPass } from '#web/http/preview-pass.ts';
import { previewPerspective } from '#web/http/preview-perspective.ts';
import { serveContent } from '../../support/content-api.ts';
import { resetModules } from '../../support/reset-modules.ts';

Object.assign(process.env, { SANITY_PROJECT_ID: 'test', SANITY_API_HOST: 'http://localhost:1' });
process.env.SANITY_WEBHOOK_SECRET = 'a secret of this test';

const previewBy = (share: string, chosen: string) =>
  previewPerspective(
    `__prerender_bypass=x; preview-pass=${previewPass(share).value}; preview-perspective=${chosen}`,
  );

test('scripts cannot read a preview pass, and other sites cannot send it', () => {
  expect(previewPass()).toMatchObject({ httpOnly: true, sameSite: 'lax' });
});

afterAll(() => {
  vi.unstubAllEnvs();
  resetModules();
});

test.each([
  ['https://www.agency.example', true],
  ['http://localhost:3000', false],
])('browsers send the preview pass of %s only encrypted: %s', async (siteUrl, expected) => {
  vi.stubEnv('SITE_URL', siteUrl);
  // Settings are read once per process.
  resetModules();
  const { previewPass } = await import('#web/http/preview-pass.ts');
  expect(previewPass().secure).toBe(expected);
});

test.each([
  ['summer', ['summer']],
  ['summer%2Cdrafts', ['summer', 'drafts']],
  ['raw', 'drafts'],
  ['a%20b', 'drafts'],
  ['', 'drafts'],
])('staff who choose the perspective %j preview %j', (chosen, expected) => {
  expect(previewBy('', chosen)).toEqual(expected);
});

test('the guest of a share cannot choose a release', () => {
  expect(previewBy('a-share', 'summer')).toBe('drafts');
});

test('a share opens its page until it ends or is revoked', async () => {
  const share = (name: string, until: string) => ({ _id: `previewShare.${name}`, document: 'about', until });
  const { url, close } = await serveContent([
    { _id: 'about', _type: 'page', slug: { current: 'about' } },
    share('open', '2999-01-01T00:00:00Z'),
    share('over', '2026-01-01T00:00:00Z'),
  ]);
  vi.stubEnv('SANITY_API_HOST', url);
  vi.stubEnv('SANITY_API_READ_TOKEN', 'unused');
  resetModules();
  const { findShare } = await import('#web/preview/may-preview.ts');
  const found = await Promise.all(['open', 'over', 'revoked'].map(findShare));
  close();
  expect(found.map((one) => one?.path)).toEqual(['/about', undefined, undefined]);
});
