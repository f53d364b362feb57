import { editableText, fieldsIn, label, line, requiredField } from '#schemas/fields.ts';

export const labelFields = [
  label(
    'overlayText',
    'Loading text',
    'Shown for a moment on the first visit.',
    'Preparing your experience...',
  ),
  label(
    'skipLinkText',
    'Skip link',
    'For people who use a keyboard: jumps over the menu.',
    'Skip to content',
  ),
  label('menuLabel', 'Menu button', 'Name of the button that opens the menu on phones.', 'Menu'),
  label('closeMenuLabel', 'Close button', 'Name of the button that closes the menu.', 'Close menu'),
  label('navigationLabel', 'Name of the menu', 'Read aloud by screen readers.', 'Main menu'),
  label('breadcrumbLabel', 'Name of the breadcrumbs', 'Read aloud by screen readers.', 'Breadcrumbs'),
  label('homeLabel', 'Home', 'First word of the breadcrumbs.', 'Home'),
  label('callLabel', 'Call', 'Before the phone number: Call +91 …', 'Call'),
  label('chatLabel', 'Chat', 'Beside the menu on phones: opens WhatsApp.', 'WhatsApp', 12),
  label('lastUpdatedLabel', 'Last updated', 'Before the date of a policy.', 'Last updated'),
  label('contentsLabel', 'Contents', 'Over the list of headings of a policy or an article.', 'On this page'),
  label('authorLabel', 'Author', 'Before the name of who wrote an article.', 'Written by'),
  label(
    'relatedServicesLabel',
    'Services of an article',
    'Over the services under its text.',
    'Services that help with this',
  ),
  label(
    'relatedCitiesLabel',
    'Cities of an article',
    'Over the links to city pages under its text.',
    'By city',
  ),
  label('relatedReadingLabel', 'Articles and work', 'Over those about a service or city.', 'Worth reading'),
  ...fieldsIn({ fieldset: 'notFound' }, [
    requiredField('notFoundHeading', 'Large, at the top.', {
      title: 'Heading',
      type: 'string',
      options: editableText,
      initialValue: '404',
    }),
    label('notFoundText', 'Text', 'Under the heading.', 'Oops! Page not found', 80),
    line('notFoundHint', 'Optional. What the visitor can do.', {
      title: 'Hint',
      required: false,
      advisedMax: 160,
    }),
    label(
      'notFoundAction',
      'Words of the link to the home page',
      'Leads to the home page.',
      'Return to home',
      40,
    ),
  ]),
];

export const sharingFields = [
  line('titleSuffix', 'Optional. Added to titles that leave room for it, after a bar: Careers | Agency.', {
    title: 'Ending of titles',
    required: false,
    advisedMax: 30,
  }),
  requiredField('defaultSeo', 'Title, description and picture for pages without their own.', {
    title: 'When a page says nothing itself',
    type: 'seo',
  }),
];
