import type { ReactNode } from 'react';
import { actionFields } from '#web/content/projections.ts';
import type { SectionProps, SectionType } from '#web/content/types.ts';
import type { SectionData } from '#web/seo/page-description.ts';
import { ArticleList, articleListFields } from './article-list/article-list.tsx';
import { CallToAction, callToActionFields } from './call-to-action/call-to-action.tsx';
import { CaseStudyList, caseStudyListFields } from './case-study-list/case-study-list.tsx';
import { Checklist, checklistFields } from './checklist/checklist.tsx';
import { ChecklistGroups, checklistGroupsFields } from './checklist-groups/checklist-groups.tsx';
import { CityInsight, cityInsightFields } from './city-insight/city-insight.tsx';
import { CityLinks, cityLinksFields } from './city-links/city-links.tsx';
import { ContactDetails, contactDetailsFields } from './contact-details/contact-details.tsx';
import { EnquiryFormSection, enquiryFormFields } from './enquiry-form/enquiry-form.tsx';
import { EnquiryValue, enquiryValueFields } from './enquiry-value/enquiry-value.tsx';
import { EvidenceList, evidenceListFields } from './evidence-list/evidence-list.tsx';
import { Faq, faqData, faqFields } from './faq/faq.tsx';
import { FeatureCards, featureCardsFields } from './feature-cards/feature-cards.tsx';
import { Figures, figuresFields } from './figures/figures.tsx';
import { Film, filmData, filmFields } from './film/film.tsx';
import { GlobalPresence, globalPresenceFields } from './global-presence/global-presence.tsx';
import { Hero, heroFields } from './hero/hero.tsx';
import { IconTiles, iconTilesFields } from './icon-tiles/icon-tiles.tsx';
import { ImageTiles, imageTilesFields } from './image-tiles/image-tiles.tsx';
import { JobOpenings, jobOpeningsFields } from './job-openings/job-openings.tsx';
import { PaymentForm, paymentFormFields } from './payment-form/payment-form.tsx';
import { People, peopleFields } from './people/people.tsx';
import { Platforms, platformsFields } from './platforms/platforms.tsx';
import { PriceGuide, priceGuideFields } from './price-guide/price-guide.tsx';
import { Process, processFields } from './process/process.tsx';
import { Regions, regionsFields } from './regions/regions.tsx';
import { ServiceCards, serviceCardsFields } from './service-cards/service-cards.tsx';
import { SuccessStories, successStoriesFields } from './success-stories/success-stories.tsx';
import { TenderTool, tenderToolFields } from './tender-tool/tender-tool.tsx';
import { Testimonials, testimonialsFields } from './testimonials/testimonials.tsx';
import { TextBlock, textBlockFields } from './text-block/text-block.tsx';

/** GROQ projection of a section: the common fields and the fields of its type. Typegen needs a single literal. */
export const sectionFields = `
  _key, _type, anchor, eyebrow, heading, intro,
  actions[]{${actionFields}},
  _type == "hero" => {${heroFields}},
  _type == "textBlock" => {${textBlockFields}},
  _type == "serviceCards" => {${serviceCardsFields}},
  _type == "priceGuide" => {${priceGuideFields}},
  _type == "people" => {${peopleFields}},
  _type == "featureCards" => {${featureCardsFields}},
  _type == "figures" => {${figuresFields}},
  _type == "evidenceList" => {${evidenceListFields}},
  _type == "testimonials" => {${testimonialsFields}},
  _type == "iconTiles" => {${iconTilesFields}},
  _type == "imageTiles" => {${imageTilesFields}},
  _type == "film" => {${filmFields}},
  _type == "process" => {${processFields}},
  _type == "checklist" => {${checklistFields}},
  _type == "checklistGroups" => {${checklistGroupsFields}},
  _type == "tenderTool" => {${tenderToolFields}},
  _type == "enquiryValue" => {${enquiryValueFields}},
  _type == "faq" => {${faqFields}},
  _type == "platforms" => {${platformsFields}},
  _type == "successStories" => {${successStoriesFields}},
  _type == "caseStudyList" => {${caseStudyListFields}},
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

/** Components by section type. They are called as functions, so that an exception hides only that section. */
export const sections = {
  hero: Hero,
  textBlock: TextBlock,
  serviceCards: ServiceCards,
  priceGuide: PriceGuide,
  people: People,
  featureCards: FeatureCards,
  figures: Figures,
  evidenceList: EvidenceList,
  testimonials: Testimonials,
  iconTiles: IconTiles,
  imageTiles: ImageTiles,
  film: Film,
  process: Process,
  checklist: Checklist,
  checklistGroups: ChecklistGroups,
  tenderTool: TenderTool,
  enquiryValue: EnquiryValue,
  faq: Faq,
  platforms: Platforms,
  successStories: SuccessStories,
  caseStudyList: CaseStudyList,
  articleList: ArticleList,
  cityLinks: CityLinks,
  regions: Regions,
  jobOpenings: JobOpenings,
  contactDetails: ContactDetails,
  enquiryForm: EnquiryFormSection,
  globalPresence: GlobalPresence,
  paymentForm: PaymentForm,
  callToAction: CallToAction,
  cityInsight: CityInsight,
} satisfies { [Type in SectionType]: (props: SectionProps<Type>) => ReactNode };

/** The structured data of section types that have any. */
export const sectionData: { [Type in SectionType]?: SectionData<Type> } = {
  faq: faqData,
  film: filmData,
};
