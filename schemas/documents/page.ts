import { DocumentIcon } from '@sanity/icons/Document';
import { choice, fieldsIn, line } from '#schemas/fields.ts';
import { endField } from '#schemas/objects/page-end.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { hrefFor } from '#schemas/paths.ts';
import { sectionsField } from '#schemas/sections/sections-field.ts';
import { defineDocument } from './define-document.ts';

const pageKinds = {
  standard: 'Standard page',
  about: 'About the agency',
  contact: 'Contact',
  service: 'Services',
  careers: 'Careers',
};

export const page = defineDocument({
  name: 'page',
  title: 'Page',
  icon: DocumentIcon,
  list: { title: 'Pages', group: 'pages', orderBy: 'title' },
  fields: [
    ...fieldsIn({ group: 'content' }, [
      line('title', 'A short name. Shown in breadcrumbs, in lists of links and in the Studio.', {
        title: 'Name of the page',
        advisedMax: 40,
      }),
      slugField(
        'title',
        'The part of the address after the first slash. For example, about becomes /about. The page with the address “home” is the home page.',
      ),
      sectionsField(
        'page',
        'What the page shows, from top to bottom. To change the order, drag a section or select ⋯ next to it.',
      ),
    ]),
    seoField({ required: true }),
    ...fieldsIn({ group: 'settings' }, [
      choice('breadcrumbs', 'Choose below if a document or a picture opens the page.', {
        title: 'Where the breadcrumbs stand',
        list: { above: 'Above the first section', below: 'Below the first section' },
        initialValue: 'above',
        required: false,
      }),
      choice('kind', 'Tells search engines what the page is about.', {
        title: 'Type of page',
        list: pageKinds,
        initialValue: 'standard',
      }),
    ]),
    endField,
  ],
  preview: {
    select: { title: 'title', slug: 'slug.current' },
    prepare: ({ title, slug }) => ({ title, subtitle: hrefFor({ _type: 'page', slug }) ?? 'No address yet' }),
  },
});
