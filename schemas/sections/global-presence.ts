import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const globalPresence = defineSection({
  name: 'globalPresence',
  title: 'Global presence',
  description: 'The offices from Site settings, with a short text and a picture.',
  on: ['page'],
  actions: true,
  fields: [figuresField(4), ...artFields],
});
