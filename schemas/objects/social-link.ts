import { ShareIcon } from '@sanity/icons/Share';
import { defineField, defineType } from 'sanity';
import { requiredField } from '#schemas/fields.ts';
import { checkWebAddress } from '#schemas/link-rules.ts';

export const socialPlatforms = [
  { value: 'instagram', title: 'Instagram' },
  { value: 'facebook', title: 'Facebook' },
  { value: 'linkedin', title: 'LinkedIn' },
  { value: 'x', title: 'X' },
  { value: 'youtube', title: 'YouTube' },
] as const;

/** The platform of a profile or a card; the site draws its sign. */
export const platformField = requiredField({
  name: 'platform',
  type: 'string',
  description: 'Which platform this is.',
  options: { list: [...socialPlatforms] },
});

/** A profile of the agency on a social platform. */
export const socialLink = defineType({
  name: 'socialLink',
  title: 'Social profile',
  type: 'object',
  icon: ShareIcon,
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
