import { BlockquoteIcon } from '@sanity/icons/Blockquote';
import { line, paragraph } from '#schemas/fields.ts';
import { evidenceField, hiddenUntilConfirmed } from '#schemas/objects/evidence.ts';
import { defineDocument } from './define-document.ts';

export const testimonial = defineDocument({
  name: 'testimonial',
  title: 'Testimonial',
  icon: BlockquoteIcon,
  list: { title: 'Testimonials', group: 'parts', orderBy: 'person' },
  fields: [
    paragraph('quote', 'What the client said, without quotation marks. Ask the client before publishing.', {
      advisedMax: 320,
      rows: 4,
    }),
    line('person', 'Who said it.', { title: 'Name', advisedMax: 50 }),
    line('role', 'The position and the kind of company. For example: Director, furniture maker.', {
      advisedMax: 70,
    }),
    evidenceField(hiddenUntilConfirmed),
  ],
  preview: {
    select: { title: 'person', role: 'role', quote: 'quote' },
    prepare: ({ title, role, quote }) => ({ title, subtitle: [role, quote].filter(Boolean).join(' · ') }),
  },
});
