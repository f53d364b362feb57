import { expect, test } from 'vitest';
import { resolveLink } from '#web/content/links.ts';

const site = { phone: '', email: '', whatsapp: '', whatsappGreeting: '' };

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
