import { callToActionFields } from './call-to-action/query.ts';
import { checklistFields } from './checklist/query.ts';
import { checklistGroupsFields } from './checklist-groups/query.ts';
import { cityInsightFields } from './city-insight/query.ts';
import { cityLinksFields } from './city-links/query.ts';
import { contactDetailsFields } from './contact-details/query.ts';
import { enquiryFormFields } from './enquiry-form/query.ts';
import { faqFields } from './faq/query.ts';
import { featureCardsFields } from './feature-cards/query.ts';
import { figuresFields } from './figures/query.ts';
import { globalPresenceFields } from './global-presence/query.ts';
import { heroFields } from './hero/query.ts';
import { iconTilesFields } from './icon-tiles/query.ts';
import { imageTilesFields } from './image-tiles/query.ts';
import { jobOpeningsFields } from './job-openings/query.ts';
import { paymentFormFields } from './payment-form/query.ts';
import { platformsFields } from './platforms/query.ts';
import { processFields } from './process/query.ts';
import { regionsFields } from './regions/query.ts';
import { serviceCardsFields } from './service-cards/query.ts';
import { successStoriesFields } from './success-stories/query.ts';
import { testimonialsFields } from './testimonials/query.ts';
import { textBlockFields } from './text-block/query.ts';

/** Members of a list of sections: each type with the fields of its own folder. */
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
