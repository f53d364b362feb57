import { editableText, fieldsIn, label, line, list, optionalLabel, requiredField } from '#schemas/fields.ts';

export const labelFields = [
  label('overlayText', 'While the first page of a visit loads', 'Preparing your experience...'),
  label('skipLinkText', 'Link that skips the menu, for the keyboard', 'Skip to content'),
  label('menuLabel', 'Button that opens the menu on phones', 'Menu'),
  label('closeMenuLabel', 'Button that closes the menu', 'Close menu'),
  label('navigationLabel', 'Name of the menu, for screen readers', 'Main menu'),
  label('breadcrumbLabel', 'Name of the breadcrumbs, for screen readers', 'Breadcrumbs'),
  label('homeLabel', 'First link of the breadcrumbs', 'Home'),
  label('callLabel', 'Before the phone number', 'Call'),
  label('chatLabel', 'Button and link that open WhatsApp', 'WhatsApp', 12),
  optionalLabel('readersLabel', 'Name of the choice between India and the Gulf', 'Prices and words for', 40),
  optionalLabel('indiaLabel', 'Choice: India', 'India', 12),
  optionalLabel('gulfLabel', 'Choice: the Gulf. If empty, there is no choice', 'Gulf', 12),
  label('lastUpdatedLabel', 'Before the date of a policy', 'Last updated'),
  label('contentsLabel', 'Above the table of contents', 'On this page'),
  label('authorLabel', 'Before the author of an article', 'Written by'),
  label('relatedServicesLabel', 'Heading of the services of an article', 'Related services'),
  label('relatedLinksLabel', 'Heading of the links of an article', 'Work it out'),
  label('relatedCitiesLabel', 'Heading of the cities of an article', 'By city'),
  label('relatedReadingLabel', 'Heading of articles and case studies on the topic', 'Related reading'),
  ...fieldsIn({ fieldset: 'notFound' }, [
    requiredField('notFoundHeading', 'Shown in large type at the top.', {
      title: 'Heading',
      type: 'string',
      options: editableText,
      initialValue: '404',
    }),
    label('notFoundText', 'Text under the heading', 'Oops! Page not found', 80),
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
    label('notFoundAction', 'Link to the home page', 'Return to home', 40),
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
