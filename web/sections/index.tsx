import type { ComponentType } from 'react';
import { EnquiryFormSection } from './enquiry-form/section.tsx';
import { PlainSection } from './plain-section.tsx';
import type { Section, SectionProps, SectionType } from './section-props.ts';

type Components = { [Type in SectionType]: ComponentType<SectionProps<Type>> };

/** The component of every section type: a type of the content model that is missing here does not compile. */
const components = {
  callToAction: PlainSection,
  checklist: PlainSection,
  checklistGroups: PlainSection,
  cityInsight: PlainSection,
  cityLinks: PlainSection,
  contactDetails: PlainSection,
  enquiryForm: EnquiryFormSection,
  faq: PlainSection,
  featureCards: PlainSection,
  figures: PlainSection,
  globalPresence: PlainSection,
  hero: PlainSection,
  iconTiles: PlainSection,
  imageTiles: PlainSection,
  jobOpenings: PlainSection,
  paymentForm: PlainSection,
  platforms: PlainSection,
  process: PlainSection,
  regions: PlainSection,
  serviceCards: PlainSection,
  successStories: PlainSection,
  testimonials: PlainSection,
  textBlock: PlainSection,
} satisfies Components;

/** Section types whose components run in the browser; a page with one of them is delivered with React. */
const interactive: ReadonlySet<SectionType> = new Set(['enquiryForm', 'paymentForm']);

export function needsReact(sections: readonly Pick<Section, '_type'>[]): boolean {
  return sections.some(({ _type }) => interactive.has(_type));
}

type Context = Omit<SectionProps<SectionType>, 'section' | 'isFirst' | 'edit'>;

/** One section with its component. A type that this version of the site does not know (yet) shows nothing. */
export function renderSection<Type extends SectionType>(
  section: Extract<Section, { _type: Type }>,
  props: Context & Pick<SectionProps<Type>, 'isFirst' | 'edit'>,
) {
  const all: Components = components;
  const Component: ComponentType<SectionProps<Type>> | undefined = all[section._type];
  return Component ? <Component key={section._key} {...props} section={section} /> : null;
}
