import { createElement, type ReactNode } from 'react';
import { ActionList } from '#web/components/link/action.tsx';
import type { ContentAction } from '#web/content/links.ts';
import type { Site } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

type HeadProps = {
  section: { eyebrow?: string | null; heading: string | null; intro?: string | null };
  isFirst: boolean;
  className?: string;
};

/** Renders a section's heading: `h1` for the page's first section, otherwise `h2`. */
export function SectionHead({ section, isFirst, className = 'max-w-measure' }: HeadProps) {
  const Heading = isFirst ? 'h1' : 'h2';
  return (
    <div className={className}>
      <div>
        <Eyebrow>{section.eyebrow}</Eyebrow>
        <Heading className="display text-3xl">{section.heading}</Heading>
      </div>
      <OptionalText className="mt-3 text-muted md:text-lg">{section.intro}</OptionalText>
    </div>
  );
}

type TextProps = { id?: string; className: string; children: string | null | undefined };

/** Renders a paragraph, or nothing for an empty text. Keeps `3-6` and `2-hour` together: Chromium breaks lines after hyphens. */
export function OptionalText({ children, ...attributes }: TextProps) {
  const unbroken = (part: string, index: number) =>
    index % 2 ? <span className="whitespace-nowrap">{part}</span> : part;
  if (!children) return null;
  // In previews the text stays one node, because live typing replaces the text of that node.
  const parts = removeMarkers(children) === children ? children.split(/(\d+-[\p{L}\d]+)/u) : [children];
  return createElement('p', attributes, ...parts.map(unbroken));
}

export const Eyebrow = (props: Omit<TextProps, 'className'>) => (
  <OptionalText className="eyebrow" {...props} />
);

type SectionProps = Omit<HeadProps, 'className'> & {
  section: HeadProps['section'] & { anchor?: string | null; actions?: ContentAction[] | null };
  site: Site;
  /** Position of the heading on desktops: above the content, in a column to its left, or next to the aside. */
  head?: keyof typeof columns;
  /** Class of a full-width background. */
  background?: undefined | 'raised' | 'measured raised';
  /** Shown below the heading, before the content on phones. */
  lead?: ReactNode;
  /** Shown below the heading on desktops and after the content on phones. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Classes of the heading's column and of the content. */
const columns = {
  top: [undefined, 'mt-5 md:mt-8'],
  left: ['lg:col-span-4', 'mt-6 lg:col-span-7 lg:col-start-6 lg:mt-0'],
  five: ['lg:col-span-5', 'mt-6 lg:col-span-7 lg:mt-0'],
  half: ['lg:col-span-6', 'mt-6 lg:col-span-6 lg:mt-0'],
} as const;

/** Renders a section's frame. All sections but the first have a line above them. */
export function Section({
  section,
  isFirst,
  site,
  head = 'top',
  background,
  lead,
  aside,
  children,
}: SectionProps) {
  const [headColumn, contentColumn] = columns[head];
  return (
    <section id={section.anchor || undefined} className={background}>
      <div className={`frame airy ${isFirst ? '' : 'rule'} ${headColumn ? 'cols' : ''}`}>
        <div className={headColumn}>
          <SectionHead
            section={section}
            isFirst={isFirst}
            className={headColumn ? undefined : 'section-head'}
          />
          {lead}
        </div>
        <div className={`${contentColumn} ${aside ? 'lg:row-span-2' : ''}`}>
          {children}
          <ActionList actions={section.actions} site={site} className="mt-4 md:mt-8" />
        </div>
        {aside ? <div className={`mt-6 lg:row-start-2 ${headColumn}`}>{aside}</div> : null}
      </div>
    </section>
  );
}
