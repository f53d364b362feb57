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
  kind: 'whatsapp',
  path: '#a',
  url: 'https://b',
  message: 'Hello',
  reference: { _type: 'page' },
};
const block = (mark: string) => ({
  _type: 'block',
  _key: 'block',
  style: 'normal',
  listItem: 'bullet',
  children: [{ _type: 'span', _key: 'span', text: 'Words', marks: ['strong', mark] }],
  markDefs: [{ _type: 'link', _key: mark, ...link }],
});

test.each([
  ['page', 'title'],
  ['cityPage', 'lead name search'],
  ['article', 'title summary'],
  ['caseStudy', 'title summary client sector'],
  ['service', 'title summary'],
  ['testimonial', 'quote person role'],
  ['jobOpening', 'title location team experience summary'],
  ['policy', 'title intro'],
  ['redirect', ''],
])('a %s has the editable texts %s', (type, expected) => {
  const fields = Object.entries(editableText[type] ?? {}).flatMap(([name, inside]) =>
    inside === true ? name : [],
  );
  expect(fields.sort()).toEqual(expected.split(' ').filter(Boolean).sort());
});

test.each([
  [
    'a choice',
    { _type: 'hero', heading: 'Words', art: 'paper' },
    { _type: 'hero', heading: 'Words*', art: 'paper' },
  ],
  [
    'an anchor, and what a button does',
    { _type: 'callToAction', anchor: 'a', actions: [{ label: 'Words', style: 'text', service: 's', link }] },
    { _type: 'callToAction', anchor: 'a', actions: [{ label: 'Words*', style: 'text', service: 's', link }] },
  ],
  [
    'a value that a form sends, while the value of a figure is text',
    { _type: 'enquiryForm', services: [{ label: 'Words', value: 'seo' }] },
    { _type: 'enquiryForm', services: [{ label: 'Words*', value: 'seo' }] },
  ],
  [
    'the key of what is looked up',
    {
      _type: 'hero',
      figures: [{ key: 'years', label: 'Words' }],
      paper: { caption: 'Words' },
    },
    {
      _type: 'hero',
      figures: [{ key: 'years', label: 'Words*' }],
      paper: { caption: 'Words*' },
    },
  ],
  [
    'the links of a text',
    { _type: 'textBlock', body: [block('link1')], points: ['Words'] },
    {
      _type: 'textBlock',
      body: [
        { ...block('link1'), children: [{ ...block('link1').children[0], _key: 'span*', text: 'Words*' }] },
      ],
      points: ['Words*'],
    },
  ],
])('adds no marker to %s of a section', (_what, section, expected) => {
  expect(starred({ _id: 'a', _type: 'page', title: 'Words', sections: [section] })).toEqual({
    _id: 'a',
    _type: 'page',
    title: 'Words*',
    sections: [expected],
  });
});

test('adds no markers to dates, states and times, and uses the type of each document', () => {
  const city = { _id: 'b', _type: 'cityPage', name: 'Pune', state: 'Maharashtra', slug: 'pune' };
  expect(
    starred({ _id: 'a', _type: 'article', title: 'Words', publishedAt: '2026-01-31', cities: [{ city }] }),
  ).toEqual({
    ...{ _id: 'a', _type: 'article', title: 'Words*', publishedAt: '2026-01-31' },
    cities: [{ city: { ...city, name: 'Pune*' } }],
  });
  const site = {
    whatsapp: '+91 1',
    whatsappGreeting: 'Hello',
    structuredHours: [{ days: ['Monday'], opens: '09:00' }],
  };
  const figures = [{ key: 'years', value: '27+', label: 'years' }];
  expect(starred({ _id: 's', _type: 'siteSettings', phone: '+91 1', ...site, figures })).toEqual({
    ...{ _id: 's', _type: 'siteSettings', phone: '+91 1*', ...site },
    figures: [{ key: 'years', value: '27+*', label: 'years*' }],
  });
});
