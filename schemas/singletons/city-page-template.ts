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
      'What every city page shows. {city} and {state} are filled in; a city can replace any section.',
    ),
    seoField({
      required: true,
      description: 'For cities without texts of their own. {city} and {state} are filled in.',
    }),
  ],
  preview: { prepare: () => ({ title: 'City page template' }) },
});
