import { Fragment, type ReactNode } from 'react';
import type { Section, SectionProps, SectionType } from '#web/content/types.ts';
import { sections } from './index.ts';

type Show<Type extends SectionType> = (props: SectionProps<Type>) => ReactNode;

/**
 * One section with its component. A type that this version of the site does not know (yet) shows nothing, and neither
 * does a section whose document lacks what the Studio asks for: the rest of the page is still worth reading.
 */
export function renderSection<Type extends SectionType>(
  section: Extract<Section, { _type: Type }>,
  props: Omit<SectionProps<Type>, 'section'>,
) {
  const all: { [Type in SectionType]: { show: Show<Type> } } = sections;
  const definition: { show: Show<Type> } | undefined = all[section._type];
  if (!definition) return null;
  try {
    return <Fragment key={section._key}>{definition.show({ ...props, section })}</Fragment>;
  } catch (error) {
    console.error(`The section ${section._type} (${section._key}) of ${props.path} cannot be shown:`, error);
    return null;
  }
}
