import { expect, test } from 'vitest';
import { editableText } from '#schemas/editable-text.generated.ts';
import { editableTextOfSchema } from '#schemas/editable-text.ts';
import { addMarkers, removeMarkers } from '#web/preview/source-markers.ts';

/** Returns content with a star at each text that has a source marker. */
const starred = (content: object): unknown =>
  JSON.parse(JSON.stringify(addMarkers(content)), (_name, value) =>
    typeof value === 'string' && removeMarkers(value) !== value ? `${removeMarkers(value)}*` : value,
  );

test('the generated list of editable text matches the schema (`npm run typegen`)', () => {
  expect(editableText).toEqual(editableTextOfSchema);
});

const link = {
  ...{ kind: 'whatsapp', path: '#a', url: 'https://b', message: 'Hello' },
  reference: { _type: 'page' },
};
const paragraph = {
  ...{ _type: 'block', _key: 'block', style: 'normal', listItem: 'bullet' },
  children: [{ _type: 'span', _key: 'span*', text: 'Words*', marks: ['strong', 'link1'] }],
  markDefs: [{ _type: 'link', _key: 'link1', ...link }],
};
const action = { label: 'Words*', style: 'text', service: 's', link };
const sections: [what: string, section: object][] = [
  ['a choice', { _type: 'hero', heading: 'Words*', art: 'paper' }],
  ['an anchor, and what a button does', { _type: 'callToAction', anchor: 'a', actions: [action] }],
  ['a value that a form sends', { _type: 'enquiryForm', services: [{ label: 'Words*', value: 'seo' }] }],
  [
    'the key of what is looked up',
    { _type: 'hero', figures: [{ key: 'years', label: 'Words*' }], paper: { caption: 'Words*' } },
  ],
  ['the links of a text', { _type: 'textBlock', body: [paragraph], points: ['Words*'] }],
];
const city = { _id: 'b', _type: 'cityPage', name: 'Pune*', state: 'Maharashtra', slug: 'pune' };

test.each<[what: string, marked: object]>([
  ...sections.map(([what, section]): [string, object] => [
    `${what} of a section`,
    { _id: 'a', _type: 'page', title: 'Words*', sections: [section] },
  ]),
  [
    'a date, and the state of another document',
    { _id: 'a', _type: 'article', title: 'Words*', publishedAt: '2026-01-31', cities: [{ city }] },
  ],
  [
    'a number for chats and a time, while the value of a figure is text',
    {
      ...{ _id: 's', _type: 'siteSettings', phone: '+91 1*', whatsapp: '+91 1', whatsappGreeting: 'Hello' },
      structuredHours: [{ days: ['Monday'], opens: '09:00' }],
      figures: [{ key: 'years', value: '27+*', label: 'years*' }],
    },
  ],
])('adds a marker to each text, and none to %s', (_what, marked) => {
  const plain = JSON.parse(JSON.stringify(marked).replaceAll('*', ''));
  expect(starred(plain)).toEqual(marked);
});
