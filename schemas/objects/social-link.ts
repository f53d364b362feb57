import { defineField, defineType } from 'sanity';
import { requiredField } from '#schemas/fields.ts';
import { checkWebAddress } from '#schemas/link-rules.ts';
import { platformNames } from '#schemas/social-platforms.ts';

/** The platform of a profile or a card, shown by its logo. */
export const platformField = requiredField('platform', 'Which platform this is.', {
  type: 'string',
  options: { list: Object.entries(platformNames).map(([value, title]) => ({ value, title })) },
});

export const socialLink = defineType({
  name: 'socialLink',
  title: 'Social profile',
  type: 'object',
  fields: [
    platformField,
    defineField({
      name: 'url',
      title: 'Address of the profile',
      type: 'string',
      description: 'Empty until the profile exists: the name is then shown without a link.',
      validation: (rule) => rule.custom((value) => (value ? checkWebAddress(value) : true)),
    }),
  ],
  preview: { select: { title: 'platform', subtitle: 'url' } },
});
