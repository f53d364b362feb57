import { ActionList } from '#web/components/link/action.tsx';
import { OptionalText } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const callToActionFields = 'text';

/** The dark band that closes a page: its line runs to the edge and ends where the action is. */
export function CallToAction({ section, site, isFirst }: SectionProps<'callToAction'>) {
  const Heading = isFirst ? 'h1' : 'h2';
  return (
    <section className="band graph overflow-clip">
      <div className="frame cols items-end py-16 md:py-24">
        <div className="lg:col-span-8">
          <Heading className="display text-3xl">{section.heading}</Heading>
          <OptionalText className="mt-4 max-w-measure text-lg text-muted">{section.text}</OptionalText>
          <ActionList actions={section.actions} site={site} className="mt-8" />
        </div>
        <svg
          className="drawing mt-8 w-full text-teal max-lg:hidden lg:col-span-4"
          viewBox="0 0 360 200"
          aria-hidden="true"
        >
          <path d="M0 190l80-34 62 18 84-72 92-74" />
          <path d="M318 40v160" className="text-line" strokeWidth="1" strokeDasharray="2 6" />
          <circle cx="318" cy="28" r="9" className="fill-saffron" stroke="none" />
        </svg>
      </div>
    </section>
  );
}
