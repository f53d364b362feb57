import { expect, test } from 'vitest';
import { contentShape } from '#schemas/content-shape.generated.ts';
import { contentShapeOfSchema } from '#schemas/content-shape.ts';
import { pageTypes } from '#schemas/paths.ts';
import { conform } from '#web/content/conform.ts';
import { contentAtPathQuery } from '#web/documents/index.ts';
import { pathOf, slugOf } from '../../support/seed-content.ts';
import { documents, querySeed } from '../studio/seed.ts';

test('the generated file is up to date: run `npm run typegen`', () => {
  expect(contentShape).toEqual(contentShapeOfSchema);
});

test('content of the seed stays as it is', async () => {
  const kinds = new Map(documents.map((document) => [document._type, document]));
  for (const document of kinds.values()) {
    if (!pathOf(document)) continue;
    const slugs = Object.fromEntries(pageTypes.map((type) => [type, '']));
    const found = JSON.stringify(
      await querySeed(contentAtPathQuery, { ...slugs, [document._type]: slugOf(document) }),
    );
    expect(conform(JSON.parse(found)), document._id).toEqual(JSON.parse(found));
  }
});

test('values of a wrong type count as missing, and required ones become empty', () => {
  const page = {
    _id: 'page',
    _type: 'page',
    title: 42,
    slug: { current: 'x' },
    isLive: true,
    seo: { title: ['x'], keywords: ['seo', null, 5] },
    sections: [
      null,
      'text',
      { _type: 'constructor' },
      { _type: 'person', name: 'Asha' },
      { _type: 'hero', _key: 5, heading: { a: 1 }, intro: null, actions: {} },
      {
        _type: 'faq',
        heading: 'Questions',
        items: [{ question: null, answer: [{ _type: 'block', children: [null, { text: 5 }] }] }],
      },
    ],
  };
  expect(conform(page)).toMatchObject({
    title: '',
    slug: '',
    isLive: true,
    seo: { title: null, keywords: ['seo'] },
    sections: [
      { _type: 'hero', _key: null, heading: '', intro: null },
      { _type: 'faq', items: [{ question: '', answer: [{ children: [{ text: '' }] }] }] },
    ],
  });
});
