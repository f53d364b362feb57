import { requiredField } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const film = defineSection({
  name: 'film',
  title: 'Film',
  description: 'A short film, from YouTube or from a file.',
  on: ['page', 'cityPage'],
  fields: [
    requiredField('video', 'The film with its picture, title and length.', { type: 'video', title: 'Film' }),
  ],
  actions: true,
});
