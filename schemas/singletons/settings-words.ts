import { defineField } from 'sanity';
import { line } from '#schemas/fields.ts';

const word = (name: string, title: string, description: string, initialValue: string) =>
  line({ name, title, description, initialValue, group: 'words', required: true, advisedMax: 60 });

/** Words that belong to the frame of the site rather than to a page. */
export const wordFields = [
  word(
    'overlayText',
    'Loading text',
    'Shown for a moment on the first visit.',
    'Preparing your experience...',
  ),
  word('skipLinkText', 'Skip link', 'For people who use a keyboard: jumps over the menu.', 'Skip to content'),
  word('menuLabel', 'Menu button', 'Name of the button that opens the menu on phones.', 'Menu'),
  word('closeMenuLabel', 'Close button', 'Name of the button that closes the menu.', 'Close menu'),
  word('navigationLabel', 'Name of the menu', 'Read aloud by screen readers.', 'Main menu'),
  word('breadcrumbLabel', 'Name of the breadcrumbs', 'Read aloud by screen readers.', 'Breadcrumbs'),
  word('homeLabel', 'Home', 'First word of the breadcrumbs.', 'Home'),
  word('callLabel', 'Call', 'Before the phone number: Call +91 …', 'Call'),
  word('lastUpdatedLabel', 'Last updated', 'Before the date of a policy.', 'Last updated'),
  word('contentsLabel', 'Contents', 'Over the list of clauses of a policy.', 'On this page'),
  word('authorLabel', 'Author', 'Before the name of who wrote an article.', 'Written by'),
  word(
    'relatedServicesLabel',
    'Services of an article',
    'Over the services under its text.',
    'Services that help with this',
  ),
  word(
    'relatedCitiesLabel',
    'Cities of an article',
    'Over the links to city pages under its text.',
    'By city',
  ),
  ...notFoundFields(),
];

function notFoundFields() {
  return [
    defineField({
      name: 'notFoundHeading',
      title: 'Heading',
      type: 'string',
      group: 'words',
      fieldset: 'notFound',
      description: 'Large, at the top.',
      initialValue: '404',
      validation: (rule) => rule.required(),
    }),
    line({
      name: 'notFoundText',
      title: 'Text',
      description: 'Under the heading.',
      group: 'words',
      fieldset: 'notFound',
      required: true,
      initialValue: 'Oops! Page not found',
      advisedMax: 80,
    }),
    line({
      name: 'notFoundHint',
      title: 'Hint',
      description: 'Optional. What the visitor can do.',
      group: 'words',
      fieldset: 'notFound',
      advisedMax: 160,
    }),
    line({
      name: 'notFoundAction',
      title: 'Words of the link to the home page',
      description: 'Leads to the home page.',
      group: 'words',
      fieldset: 'notFound',
      required: true,
      initialValue: 'Return to home',
      advisedMax: 40,
    }),
  ];
}

/** What search engines and shared links show where a page gives nothing of its own. */
export const sharingFields = [
  line({
    name: 'titleSuffix',
    title: 'Ending of titles',
    description: 'Optional. Added to titles that leave room for it, after a bar: Careers | Agency.',
    group: 'seo',
    advisedMax: 30,
  }),
  defineField({
    name: 'defaultSeo',
    title: 'When a page says nothing itself',
    type: 'seo',
    group: 'seo',
    description: 'Title, description and picture for pages without their own.',
    validation: (rule) => rule.required(),
  }),
];
