import { defineType } from 'sanity';
import { line, points } from '#schemas/fields.ts';
import { evidenceField } from './evidence.ts';

/** A promise in words. Its evidence covers all texts that make it. */
export const promise = defineType({
  name: 'promise',
  title: 'Promise',
  type: 'object',
  fields: [
    line(
      'label',
      'The name of the promise in the launch checklist. For example: Tender portals are read every working day.',
      {
        title: 'Promise',
      },
    ),
    points(
      'wordings',
      'The exact words in each text that makes this promise. Use enough words to match nothing else.',
      {
        title: 'Wording in texts',
        advisedMax: 90,
      },
    ),
    evidenceField(
      'The site always shows the texts. The launch checklist lists promises that nobody has confirmed.',
    ),
  ],
  preview: { select: { title: 'label' } },
});
