import { defineType } from 'sanity';
import { requiredField, toOptions, validatedLine } from '#schemas/fields.ts';
import { checkWebAddress } from '#schemas/link-rules.ts';
import { textOf } from '#schemas/property.ts';
import { platformNames } from '#schemas/social-platforms.ts';

export const platformField = requiredField('platform', 'The name of the platform.', {
  type: 'string',
  options: { list: toOptions(platformNames) },
});

export const socialLink = defineType({
  name: 'socialLink',
  title: 'Social profile',
  type: 'object',
  fields: [
    platformField,
    validatedLine(
      'url',
      'The full address of your profile. If empty, the site shows the name without a link.',
      (value) => !value || checkWebAddress(value),
      { title: 'Address of the profile', required: false },
    ),
  ],
  preview: {
    select: { platform: 'platform', subtitle: 'url' },
    prepare: ({ platform, subtitle }) => ({ title: textOf(platformNames, platform), subtitle }),
  },
});
