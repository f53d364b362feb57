import { defineType } from 'sanity';
import { checked, requiredField } from '#schemas/fields.ts';
import { checkWebAddress } from '#schemas/link-rules.ts';
import { platformNames } from '#schemas/social-platforms.ts';
import { optionsOf } from '#schemas/tender-choices.ts';

export const platformField = requiredField('platform', 'Which platform this is.', {
  type: 'string',
  options: { list: optionsOf(platformNames) },
});

export const socialLink = defineType({
  name: 'socialLink',
  title: 'Social profile',
  type: 'object',
  fields: [
    platformField,
    checked(
      'url',
      'Empty until the profile exists: the name is then shown without a link.',
      (value) => !value || checkWebAddress(value),
      { title: 'Address of the profile', required: false },
    ),
  ],
  preview: { select: { title: 'platform', subtitle: 'url' } },
});
