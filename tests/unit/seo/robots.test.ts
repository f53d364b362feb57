import { afterEach, expect, test, vi } from 'vitest';
import { resetModules } from '../../support/reset-modules.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  resetModules();
});

const site = 'https://www.agency.example';
const kept = ['/api/', '/studio', '/pay-online/receipt/', '/pay-online/statement/'];
const secrets = { SANITY_API_READ_TOKEN: 'unused', SANITY_WEBHOOK_SECRET: 'unused' };
test.each([
  ['true', { rules: { userAgent: '*', allow: '/', disallow: kept }, sitemap: `${site}/sitemap.xml` }],
  ['false', { rules: { userAgent: '*', disallow: '/' } }],
])('robots.txt with ALLOW_INDEXING %s', async (ALLOW_INDEXING, expected) => {
  const settings = { SITE_URL: site, ALLOW_INDEXING, SANITY_PROJECT_ID: 'test', ...secrets };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  resetModules();
  const { default: robots } = await import('#web/app/robots.ts');
  expect(robots()).toEqual(expected);
});
