import { PortableText } from '@portabletext/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logAs } from '#telemetry/log.ts';
import { dropNulls } from '#web/content/drop-nulls.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

const consoles = { ...console };
const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  delete oncePerProcess.loggedNulls;
  logAs('site');
  vi.stubEnv('LOG_FORMAT', 'json');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
});
afterEach(() => {
  Object.assign(console, consoles);
  globalThis.serviceOfThisProcess = undefined;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('null is left out of lists at every depth, also of the result itself', () => {
  const page = { _id: 'page-home', sections: [null, { cards: [{ points: ['a', null] }, null] }] };
  expect(dropNulls([null, page])).toEqual([{ _id: 'page-home', sections: [{ cards: [{ points: ['a'] }] }] }]);
});

test('null stays as the value of a field', () => {
  const settings = { name: null, link: { to: null }, list: null };
  expect(dropNulls(settings)).toEqual({ name: null, link: { to: null }, list: null });
  expect(dropNulls(null)).toBeNull();
  expect(lines).toEqual([]);
});

test('null is logged once for each place', () => {
  for (let time = 0; time < 3; time += 1)
    dropNulls({ _id: 'siteSettings', figures: [null], navigation: [{ links: [null, null] }] });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', subject: 'siteSettings figures' }),
    expect.objectContaining({ level: 'warn', subject: 'siteSettings navigation links' }),
  ]);
});

const block = { _type: 'block', _key: 'b', style: 'normal', markDefs: [] };
const span = { _type: 'span', _key: 's', text: 'Shown', marks: [] };
test.each([
  ['marks', [{ ...block, children: [{ ...span, marks: null }] }]],
  ['a mark', [{ ...block, children: [{ ...span, marks: [null, 'strong'] }] }]],
  ['markDefs', [{ ...block, markDefs: null, children: [span] }]],
  ['the style', [{ ...block, style: null, children: [span] }]],
  ['level and listItem', [{ ...block, level: null, listItem: null, children: [span] }]],
  ['a child', [{ ...block, children: [null, span] }]],
  ['a block', [null, { ...block, children: [span] }]],
])('null hides no text: %s', (_what, value) => {
  const { body } = dropNulls({ body: JSON.parse(JSON.stringify(value)) });
  const html = renderToStaticMarkup(<PortableText value={body} />);
  expect(html).toContain('Shown');
  expect(html).not.toMatch(/unknown/i);
});
