import type { SectionType } from '#web/content/types.ts';
import { articleList, articleListFields } from './article-list/article-list.tsx';
import { callToAction, callToActionFields } from './call-to-action/call-to-action.tsx';
import { checklist, checklistFields } from './checklist/checklist.tsx';
import { checklistGroups, checklistGroupsFields } from './checklist-groups/checklist-groups.tsx';
import { cityInsight, cityInsightFields } from './city-insight/city-insight.tsx';
import { cityLinks, cityLinksFields } from './city-links/city-links.tsx';
import { contactDetails, contactDetailsFields } from './contact-details/contact-details.tsx';
import type { SectionDefinition } from './define-section.ts';
import { enquiryForm, enquiryFormFields } from './enquiry-form/enquiry-form.tsx';
import { faq, faqFields } from './faq/faq.tsx';
import { featureCards, featureCardsFields } from './feature-cards/feature-cards.tsx';
import { figures, figuresFields } from './figures/figures.tsx';
import { globalPresence, globalPresenceFields } from './global-presence/global-presence.tsx';
import { hero, heroFields } from './hero/hero.tsx';
import { iconTiles, iconTilesFields } from './icon-tiles/icon-tiles.tsx';
import { imageTiles, imageTilesFields } from './image-tiles/image-tiles.tsx';
import { jobOpenings, jobOpeningsFields } from './job-openings/job-openings.tsx';
import { paymentForm, paymentFormFields } from './payment-form/payment-form.tsx';
import { platforms, platformsFields } from './platforms/platforms.tsx';
import { process, processFields } from './process/process.tsx';
import { regions, regionsFields } from './regions/regions.tsx';
import { serviceCards, serviceCardsFields } from './service-cards/service-cards.tsx';
import { successStories, successStoriesFields } from './success-stories/success-stories.tsx';
import { testimonials, testimonialsFields } from './testimonials/testimonials.tsx';
import { textBlock, textBlockFields } from './text-block/text-block.tsx';

/** Members of a list of sections, each type with its own projection. One text, since typegen reads the source. */
export const sectionFields = `
  _key,
  _type,
  _type == "hero" => {${heroFields}},
  _type == "textBlock" => {${textBlockFields}},
  _type == "serviceCards" => {${serviceCardsFields}},
  _type == "featureCards" => {${featureCardsFields}},
  _type == "figures" => {${figuresFields}},
  _type == "testimonials" => {${testimonialsFields}},
  _type == "iconTiles" => {${iconTilesFields}},
  _type == "imageTiles" => {${imageTilesFields}},
  _type == "process" => {${processFields}},
  _type == "checklist" => {${checklistFields}},
  _type == "checklistGroups" => {${checklistGroupsFields}},
  _type == "faq" => {${faqFields}},
  _type == "platforms" => {${platformsFields}},
  _type == "successStories" => {${successStoriesFields}},
  _type == "articleList" => {${articleListFields}},
  _type == "cityLinks" => {${cityLinksFields}},
  _type == "regions" => {${regionsFields}},
  _type == "jobOpenings" => {${jobOpeningsFields}},
  _type == "contactDetails" => {${contactDetailsFields}},
  _type == "enquiryForm" => {${enquiryFormFields}},
  _type == "globalPresence" => {${globalPresenceFields}},
  _type == "paymentForm" => {${paymentFormFields}},
  _type == "callToAction" => {${callToActionFields}},
  _type == "cityInsight" => {${cityInsightFields}}
`;

/** Every section type of the content model. */
export const sections = {
  hero,
  textBlock,
  serviceCards,
  featureCards,
  figures,
  testimonials,
  iconTiles,
  imageTiles,
  process,
  checklist,
  checklistGroups,
  faq,
  platforms,
  successStories,
  articleList,
  cityLinks,
  regions,
  jobOpenings,
  contactDetails,
  enquiryForm,
  globalPresence,
  paymentForm,
  callToAction,
  cityInsight,
} satisfies { [Type in SectionType]: SectionDefinition<Type> };
