import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveContent } from '../../support/content-api.ts';
import { resetModules } from '../../support/reset-modules.ts';

const redirect = (from: string, to: string, permanent = true) => ({
  ...{ _id: `redirect-${from.slice(1)}`, _type: 'redirect', from, to, permanent },
});
const page = (slug: string, end?: object) => ({
  ...{ _id: `page-${slug}`, _type: 'page', slug: { current: slug }, sections: [], end },
});
const documents = [
  redirect('/old', '/new'),
  redirect('/sale', '/diwali', false),
  redirect('/diwali', '/new'),
  redirect('/elsewhere', 'https://other.example/page'),
  redirect('/host', '//evil.example'),
  redirect('/hidden-host', '/..//evil.example'),
  redirect('/backslash', '/\\evil.example'),
  redirect('/script', 'javascript:alert(1)'),
  redirect('/one', '/two'),
  redirect('/two', '/one'),
  redirect('/about', '/new'),
  { _id: 'siteSettings', _type: 'siteSettings' },
  page('about'),
  page('ended', { at: '2026-01-01T00:00:00Z', redirect: '/about' }),
  page('ended-for-good', { at: '2026-01-01T00:00:00Z' }),
  { ...page('delhi'), _type: 'cityPage', otherNames: ['New Delhi'] },
];

let find: typeof import('#web/content/find-redirect.ts').findRedirect;
let findRoute: typeof import('#web/content/find-route.ts').findRoute;
let close: () => void;
beforeAll(async () => {
  const served = await serveContent(documents);
  close = served.close;
  vi.stubEnv('SANITY_API_HOST', served.url);
  vi.stubEnv('SANITY_PROJECT_ID', 'test');
  // Settings are read once per process.
  resetModules();
  ({ findRedirect: find } = await import('#web/content/find-redirect.ts'));
  ({ findRoute } = await import('#web/content/find-route.ts'));
});
afterAll(() => {
  close();
  vi.unstubAllEnvs();
  resetModules();
});

test.each([
  ['/old', { to: '/new', permanent: true }],
  ['/Old/', { to: '/new', permanent: true }],
  // One temporary step makes the whole way temporary.
  ['/sale', { to: '/new', permanent: false }],
  ['/elsewhere', { to: 'https://other.example/page', permanent: true }],
  ['/none', null],
  ['/one', null],
  ['/host', null],
  ['/hidden-host', null],
  ['/backslash', null],
  ['/script', null],
])('%s redirects to %j', async (path, target) => {
  expect(await find(path)).toEqual(target);
});

test.each([
  ['/about', { kind: 'page' }],
  ['/About', { kind: 'redirect', to: '/about', permanent: true }],
  ['/ended', { kind: 'redirect', to: '/about', permanent: true, isEnded: true }],
  ['/ended-for-good', { kind: 'missing' }],
  ['/sale', { kind: 'redirect', to: '/new', permanent: false, isEnded: false }],
  ['/seo-services-new-delhi', { kind: 'redirect', to: '/seo-services-delhi', permanent: true }],
  ['/nothing', { kind: 'missing' }],
])('the route of %s is %j', async (path, route) => {
  expect(await findRoute(path)).toMatchObject(route);
});
