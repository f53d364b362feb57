import { articleList } from './article-list.ts';
import { callToAction } from './call-to-action.ts';
import { caseStudyList } from './case-study-list.ts';
import { checklist } from './checklist.ts';
import { checklistGroups } from './checklist-groups.ts';
import { cityInsight } from './city-insight.ts';
import { cityLinks } from './city-links.ts';
import { contactDetails } from './contact-details.ts';
import { enquiryForm } from './enquiry-form.ts';
import { enquiryValue } from './enquiry-value.ts';
import { evidenceList } from './evidence-list.ts';
import { faq } from './faq.ts';
import { featureCards } from './feature-cards.ts';
import { figures } from './figures.ts';
import { film } from './film.ts';
import { globalPresence } from './global-presence.ts';
import { hero } from './hero.ts';
import { iconTiles } from './icon-tiles.ts';
import { imageTiles } from './image-tiles.ts';
import { jobOpenings } from './job-openings.ts';
import { paymentForm } from './payment-form.ts';
import { people } from './people.ts';
import { platforms } from './platforms.ts';
import { priceGuide } from './price-guide.ts';
import { process } from './process.ts';
import { regions } from './regions.ts';
import { serviceCards } from './service-cards.ts';
import { successStories } from './success-stories.ts';
import { tenderTool } from './tender-tool.ts';
import { testimonials } from './testimonials.ts';
import { textBlock } from './text-block.ts';

/** Sections in the order of the Studio's insert menu. */
export const sections = [
  hero,
  textBlock,
  serviceCards,
  priceGuide,
  people,
  featureCards,
  figures,
  evidenceList,
  testimonials,
  iconTiles,
  imageTiles,
  film,
  process,
  checklist,
  checklistGroups,
  tenderTool,
  enquiryValue,
  cityInsight,
  faq,
  platforms,
  successStories,
  caseStudyList,
  articleList,
  cityLinks,
  regions,
  jobOpenings,
  contactDetails,
  enquiryForm,
  globalPresence,
  paymentForm,
  callToAction,
];
