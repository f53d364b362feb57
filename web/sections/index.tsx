import { Fragment, type ReactNode } from 'react';
import type { Section, SectionProps, SectionType } from '#web/content/types.ts';
import { CallToAction } from './call-to-action/section.tsx';
import { Checklist } from './checklist/section.tsx';
import { ChecklistGroups } from './checklist-groups/section.tsx';
import { CityInsight } from './city-insight/section.tsx';
import { CityLinks } from './city-links/section.tsx';
import { ContactDetails } from './contact-details/section.tsx';
import { EnquiryFormSection } from './enquiry-form/section.tsx';
import { Faq } from './faq/section.tsx';
import { FeatureCards } from './feature-cards/section.tsx';
import { Figures } from './figures/section.tsx';
import { GlobalPresence } from './global-presence/section.tsx';
import { Hero } from './hero/section.tsx';
import { IconTiles } from './icon-tiles/section.tsx';
import { ImageTiles } from './image-tiles/section.tsx';
import { JobOpenings } from './job-openings/section.tsx';
import { PaymentForm } from './payment-form/section.tsx';
import { Platforms } from './platforms/section.tsx';
import { Process } from './process/section.tsx';
import { Regions } from './regions/section.tsx';
import { ServiceCards } from './service-cards/section.tsx';
import { SuccessStories } from './success-stories/section.tsx';
import { Testimonials } from './testimonials/section.tsx';
import { TextBlock } from './text-block/section.tsx';

type Component<Type extends SectionType> = (props: SectionProps<Type>) => ReactNode;
type Components = { [Type in SectionType]: Component<Type> };

/** The component of every section type: a type of the content model that is missing here does not compile. */
const components = {
  callToAction: CallToAction,
  checklist: Checklist,
  checklistGroups: ChecklistGroups,
  cityInsight: CityInsight,
  cityLinks: CityLinks,
  contactDetails: ContactDetails,
  enquiryForm: EnquiryFormSection,
  faq: Faq,
  featureCards: FeatureCards,
  figures: Figures,
  globalPresence: GlobalPresence,
  hero: Hero,
  iconTiles: IconTiles,
  imageTiles: ImageTiles,
  jobOpenings: JobOpenings,
  paymentForm: PaymentForm,
  platforms: Platforms,
  process: Process,
  regions: Regions,
  serviceCards: ServiceCards,
  successStories: SuccessStories,
  testimonials: Testimonials,
  textBlock: TextBlock,
} satisfies Components;

type Context = Omit<SectionProps<SectionType>, 'section' | 'isFirst' | 'edit'>;

/**
 * One section with its component. A type that this version of the site does not know (yet) shows nothing, and neither
 * does a section whose document lacks what the Studio asks for: the rest of the page is still worth reading.
 */
export function renderSection<Type extends SectionType>(
  section: Extract<Section, { _type: Type }>,
  props: Context & Pick<SectionProps<Type>, 'isFirst' | 'edit'>,
) {
  const all: Components = components;
  const show: Component<Type> | undefined = all[section._type];
  if (!show) return null;
  try {
    return <Fragment key={section._key}>{show({ ...props, section })}</Fragment>;
  } catch (error) {
    console.error(`The section ${section._type} (${section._key}) of ${props.path} cannot be shown:`, error);
    return null;
  }
}
