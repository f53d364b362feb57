import { requiredField } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const film = defineSection({
  name: 'film',
  title: 'Film',
  description: 'A short film, from YouTube or from a file.',
  // The policy of a page allows players by its own sections, and city pages have those of the template.
  on: ['page'],
  fields: [
    requiredField('video', 'The film with its picture, title and length.', { type: 'video', title: 'Film' }),
  ],
  actions: true,
});
