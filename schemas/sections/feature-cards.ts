import { choice, line, list, paragraph } from '#schemas/fields.ts';
import { cardLinkField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineSection } from './define-section.ts';

export const featureCards = defineSection({
  name: 'featureCards',
  title: 'Feature cards',
  description: 'Cards for a few points, such as featured services, values or benefits.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    choice('layout', 'The layout of the cards. Vary it, so that sections do not all look alike.', {
      title: 'Layout',
      list: { cards: 'Cards', list: 'List with thin lines' },
      initialValue: 'cards',
      inline: true,
    }),
    list('cards', 'One card for each point.', {
      max: 12,
      item: {
        name: 'featureCard',
        title: 'Card',
        preview: { title: 'title', subtitle: 'text' },
        fields: [
          iconField({ required: false }),
          line('title', 'The point in a few words.', { advisedMax: 60 }),
          paragraph('text', 'The point in a sentence or two.', { advisedMax: 280 }),
          cardLinkField,
          list('links', 'Optional. A short list of links on the card. For example: links to city pages.', {
            title: 'Further links',
            required: false,
            item: 'navigationItem',
          }),
        ],
      },
    }),
  ],
});
