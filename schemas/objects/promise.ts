import { defineType } from 'sanity';
import { line, points } from '#schemas/fields.ts';
import { evidenceField } from './evidence.ts';

/** A promise in words. Its evidence covers all texts that make the promise. */
export const promise = defineType({
  name: 'promise',
  title: 'Promise',
  type: 'object',
  fields: [
    line(
      'label',
      'The promise in one line, for the launch checklist and the page of sources. Example: Tender portals are read every working day.',
      { title: 'Promise' },
    ),
    points('wordings', 'The exact words in your texts. Use enough words to match only this promise.', {
      title: 'Wording in texts',
      advisedMax: 90,
    }),
    evidenceField('The site shows unconfirmed promises too. The launch checklist lists them.', {
      isPublic: true,
    }),
  ],
  preview: { select: { title: 'label' } },
});
