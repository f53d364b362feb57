import { editableText, fieldsIn, label, line, list, requiredField } from '#schemas/fields.ts';

export const labelFields = [
  label('overlayText', 'Loading text', 'Shown on the first page of a visit.', 'Preparing your experience...'),
  label('skipLinkText', 'Link that skips the menu', 'For people who use the keyboard.', 'Skip to content'),
  label('menuLabel', 'Menu button', 'The text of the button that opens the menu on phones.', 'Menu'),
  label('closeMenuLabel', 'Close button', 'The text of the button that closes the menu.', 'Close menu'),
  label('navigationLabel', 'Name of the menu', 'Only screen readers read it.', 'Main menu'),
  label('breadcrumbLabel', 'Name of the breadcrumbs', 'Only screen readers read it.', 'Breadcrumbs'),
  label('homeLabel', 'Home', 'The first link in the breadcrumbs.', 'Home'),
  label('callLabel', 'Call', 'Shown before the phone number. For example: Call +91 …', 'Call'),
  label(
    'chatLabel',
    'Chat',
    'The button next to the menu on phones, and the link in the footer. Both open WhatsApp.',
    'WhatsApp',
    12,
  ),
  label('lastUpdatedLabel', 'Last updated', 'Shown before the date of a policy.', 'Last updated'),
  label('contentsLabel', 'Contents', 'Shown above the table of contents.', 'On this page'),
  label('authorLabel', 'Author', 'Shown before the name of the author of an article.', 'Written by'),
  label(
    'relatedServicesLabel',
    'Services of an article',
    'The heading of the list of services next to an article.',
    'Related services',
  ),
  label(
    'relatedLinksLabel',
    'Links of an article',
    'The heading of the list of links next to an article.',
    'Work it out',
  ),
  label(
    'relatedCitiesLabel',
    'Cities of an article',
    'The heading of the list of cities next to an article.',
    'By city',
  ),
  label(
    'relatedReadingLabel',
    'Related reading',
    'Shown above articles and case studies on the topic.',
    'Related reading',
  ),
  ...fieldsIn({ fieldset: 'notFound' }, [
    requiredField('notFoundHeading', 'Shown in large type at the top.', {
      title: 'Heading',
      type: 'string',
      options: editableText,
      initialValue: '404',
    }),
    label('notFoundText', 'Text', 'Shown under the heading.', 'Oops! Page not found', 80),
    line('notFoundHint', 'Optional. Says what the visitor can do.', {
      title: 'Hint',
      required: false,
      advisedMax: 160,
    }),
    list('notFoundLinks', 'Optional. The pages that most visitors want.', {
      title: 'Links to other pages',
      required: false,
      max: 5,
      item: 'navigationItem',
    }),
    label('notFoundAction', 'Link to the home page', 'The text of the link.', 'Return to home', 40),
  ]),
];

export const sharingFields = [
  line('titleSuffix', 'Optional. Added to titles that have room for it. For example: Careers | Agency.', {
    title: 'Ending of titles',
    required: false,
    advisedMax: 30,
  }),
  requiredField('defaultSeo', 'The title, description and picture for pages that have none.', {
    title: 'Default for pages',
    type: 'seo',
  }),
];
