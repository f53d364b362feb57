import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const globalPresence = defineSection({
  name: 'globalPresence',
  title: 'Global presence',
  description: 'Where the agency is: the offices of the site settings, with a few words and a picture.',
  on: ['page'],
  actions: true,
  fields: [figuresField(4), ...artFields],
});
