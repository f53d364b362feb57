import { DocumentsIcon } from '@sanity/icons/Documents';
import { defineType } from 'sanity';
import { pageGroups } from '#schemas/groups.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { sectionsField } from '#schemas/sections/sections-field.ts';

export const cityPageTemplate = defineType({
  name: 'cityPageTemplate',
  title: 'City page template',
  type: 'document',
  icon: DocumentsIcon,
  groups: pageGroups,
  fields: [
    sectionsField(
      'cityPage',
      'The sections of every city page. {city} and {state} are replaced by the names of the city and its state. A city page can replace any section.',
    ),
    seoField({
      required: true,
      description:
        'Used for cities that have no text of their own. {city} and {state} are replaced by the names of the city and its state.',
    }),
  ],
  preview: { prepare: () => ({ title: 'City page template' }) },
});
