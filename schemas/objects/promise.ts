import { defineType } from 'sanity';
import { line, points } from '#schemas/fields.ts';
import { evidenceField } from './evidence.ts';

/** A promise in words, confirmed once for all texts that make it. */
export const promise = defineType({
  name: 'promise',
  title: 'Promise',
  type: 'object',
  fields: [
    line('label', 'For the launch checklist: Tender portals are read every working day.', {
      title: 'What is promised',
    }),
    points('wordings', 'The words of each text that makes it, long enough to mean nothing else.', {
      title: 'Where texts say',
      advisedMax: 90,
    }),
    evidenceField('Texts are shown either way; the launch checklist lists what nobody has confirmed.'),
  ],
  preview: { select: { title: 'label' } },
});
