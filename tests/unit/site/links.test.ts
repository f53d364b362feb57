import { expect, test } from 'vitest';
import { resolveLink } from '#web/content/links.ts';

const site = { phone: '', email: '', whatsapp: '', whatsappGreeting: '', claimPages: null };

test('a page without a confirmed claim has no links', () => {
  const page = (shown: null | { claims: [] }) => ({
    _type: 'page' as const,
    slug: 'prices',
    listsEvidence: false,
    shown,
  });
  const links = [
    { kind: 'path', path: '/prices#seo' },
    { kind: 'internal', reference: { _type: 'page', slug: 'prices' } },
  ] as const;
  const hrefs = (shown: null | { claims: [] }) =>
    links.map((link) => resolveLink(link, { ...site, claimPages: [page(shown)] })?.href);
  expect(hrefs({ claims: [] })).toEqual(['/prices#seo', '/prices']);
  expect(hrefs(null)).toEqual([undefined, undefined]);
});

test.each([
  ['/contact', '/contact'],
  ['/careers?from=menu#openings', '/careers?from=menu#openings'],
  ['#openings', '#openings'],
  ['/', '/'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['\\\\evil.example', null],
  ['/\t/evil.example', null],
  ['/\n\\evil.example', null],
  ['\t//evil.example', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the path %j resolves to %j', (path, href) => {
  expect(resolveLink({ kind: 'path', path }, site)?.href ?? null).toBe(href);
});
