import type { ReactNode } from 'react';
import { ActionList } from '#web/components/link/action.tsx';
import type { ContentAction } from '#web/content/links.ts';
import type { Site } from '#web/content/types.ts';

type HeadProps = {
  section: { eyebrow?: string | null; heading: string | null; intro?: string | null };
  isFirst: boolean;
};

/** Eyebrow, heading and introduction of a section. The heading of the page's first section is the `h1`. */
export function SectionHead({ section, isFirst }: HeadProps) {
  const Heading = isFirst ? 'h1' : 'h2';
  return (
    <div className="max-w-measure">
      <Eyebrow>{section.eyebrow}</Eyebrow>
      <Heading className="display text-3xl">{section.heading}</Heading>
      <OptionalText className="mt-4 text-lg text-muted">{section.intro}</OptionalText>
    </div>
  );
}

type TextProps = { className: string; children: string | null | undefined };

/** A paragraph that editors may leave empty: then there is none. */
export function OptionalText({ children, ...attributes }: TextProps) {
  return children ? <p {...attributes}>{children}</p> : null;
}

/** The short line above a heading. */
export function Eyebrow(props: Omit<TextProps, 'className'>) {
  return <OptionalText className="eyebrow" {...props} />;
}

type SectionProps = HeadProps & {
  section: HeadProps['section'] & { anchor?: string | null; actions?: ContentAction[] | null };
  site: Site;
  /** Where the heading stands on desktops: in columns of its own `beside` the content, or `above` it. */
  head?: 'beside' | 'above';
  children: ReactNode;
};

/** The frame of a section: heading, content and buttons. A ruled line divides it from the section before. */
export function Section({ section, isFirst, site, head = 'above', children }: SectionProps) {
  const actions = <ActionList actions={section.actions} site={site} className="mt-8" />;
  return (
    <section id={section.anchor || undefined} className="frame">
      <div className={`${isFirst ? '' : 'rule'} airy`}>
        {head === 'beside' ? (
          <div className="cols">
            <div className="lg:col-span-4">
              <SectionHead section={section} isFirst={isFirst} />
            </div>
            <div className="mt-8 lg:col-span-7 lg:col-start-6 lg:mt-0">
              {children}
              {actions}
            </div>
          </div>
        ) : (
          <>
            <SectionHead section={section} isFirst={isFirst} />
            <div className="mt-8 md:mt-12">{children}</div>
            {actions}
          </>
        )}
      </div>
    </section>
  );
}
