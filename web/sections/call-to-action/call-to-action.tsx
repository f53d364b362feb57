import { ActionList } from '#web/components/link/action.tsx';
import { OptionalText } from '#web/components/section/section.tsx';
import type { SectionProps, Site } from '#web/content/types.ts';

export const callToActionFields = 'text';

type Props = {
  section: Pick<SectionProps<'callToAction'>['section'], 'heading' | 'text' | 'actions'>;
  site: Site;
  isFirst?: boolean;
};

export function CallToAction({ section, site, isFirst }: Props) {
  const Heading = isFirst ? 'h1' : 'h2';
  return (
    <section className="band measured">
      <div className="frame cols items-end gap-y-6 py-8 md:py-12">
        <div className="lg:col-span-6">
          <Heading className="display text-3xl">{section.heading}</Heading>
          <OptionalText className="mt-3 max-w-measure text-muted md:text-lg">{section.text}</OptionalText>
        </div>
        <ActionList
          actions={section.actions}
          site={site}
          className="mt-6 lg:col-span-6 lg:mt-0 lg:justify-end"
        />
      </div>
    </section>
  );
}
