import { article } from './documents/article.ts';
import { caseStudy } from './documents/case-study.ts';
import { cityPage } from './documents/city-page.ts';
import { jobOpening } from './documents/job-opening.ts';
import { page } from './documents/page.ts';
import { person } from './documents/person.ts';
import { policy } from './documents/policy.ts';
import { redirect } from './documents/redirect.ts';
import { service } from './documents/service.ts';
import { tenderRule } from './documents/tender-rule.ts';
import { testimonial } from './documents/testimonial.ts';
import { action } from './objects/action.ts';
import { bankAccount } from './objects/bank-account.ts';
import { businessFigure } from './objects/business-figure.ts';
import { evidence } from './objects/evidence.ts';
import { exampleDocument } from './objects/example-document.ts';
import { factTable } from './objects/fact-table.ts';
import { faqItem } from './objects/faq-item.ts';
import { figureKey, figureRef } from './objects/figure-ref.ts';
import { link } from './objects/link.ts';
import { navigationItem } from './objects/navigation-item.ts';
import { office } from './objects/office.ts';
import { hoursLine, openingHours } from './objects/opening-hours.ts';
import { picture } from './objects/picture.ts';
import { promise } from './objects/promise.ts';
import { articleText, policyText, richText } from './objects/rich-text.ts';
import { seo } from './objects/seo.ts';
import { socialLink } from './objects/social-link.ts';
import { stateName } from './objects/state-name.ts';
import { street } from './objects/street.ts';
import { video } from './objects/video.ts';
import { sections } from './sections/index.ts';
import { approvalRules } from './singletons/approval-rules.ts';
import { cityPageTemplate } from './singletons/city-page-template.ts';
import { siteSettings } from './singletons/site-settings.ts';

/** Types with one document, whose id is the type's name. */
export const singletonTypes = ['siteSettings', 'cityPageTemplate', 'approvalRules'] as const;

/** All other document types, in the order of the Studio's left column. */
export const documents = [
  page,
  cityPage,
  article,
  caseStudy,
  service,
  person,
  testimonial,
  jobOpening,
  policy,
  tenderRule,
  redirect,
];

export const contentTypes = [...documents.map(({ type }) => type.name), ...singletonTypes];

const objects = [
  action,
  articleText,
  bankAccount,
  businessFigure,
  evidence,
  factTable,
  faqItem,
  figureKey,
  figureRef,
  hoursLine,
  link,
  navigationItem,
  office,
  openingHours,
  exampleDocument,
  picture,
  policyText,
  promise,
  richText,
  seo,
  socialLink,
  stateName,
  street,
  video,
];

export const schemaTypes = [
  ...documents.map(({ type }) => type),
  siteSettings,
  cityPageTemplate,
  approvalRules([
    ...documents
      // The Studio publishes redirects together with the page that moves.
      .filter(({ type }) => type.name !== 'redirect')
      .map(({ type, list }) => ({ title: list.title, value: type.name })),
    { title: 'Site settings', value: 'siteSettings' },
  ]),
  ...sections.map(({ type }) => type),
  ...objects,
];
