import { DocumentsIcon } from '@sanity/icons/Documents';
import { defineType } from 'sanity';
import { pageGroups } from '../groups.ts';
import { seoField } from '../objects/seo.ts';
import { citySectionTypes } from '../sections/index.ts';
import { sectionsField } from '../sections/sections-field.ts';

/** The sections that all city pages share. */
export const cityPageTemplate = defineType({
  name: 'cityPageTemplate',
  title: 'City page template',
  type: 'document',
  icon: DocumentsIcon,
  groups: pageGroups,
  fields: [
    sectionsField({
      description:
        'What every city page shows. {city} and {state} are filled in; a city can replace any section.',
      types: citySectionTypes,
    }),
    seoField({
      required: true,
      description: 'For cities without texts of their own. {city} and {state} are filled in.',
    }),
  ],
  preview: { prepare: () => ({ title: 'City page template' }) },
});
