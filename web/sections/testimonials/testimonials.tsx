import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const testimonialsFields = 'testimonials[]{_key, "testimonial": @->{_id, _type, quote, person, role}}';

/** What clients said: the first set large, the others beside it. */
export function Testimonials({ section, site, isFirst }: SectionProps<'testimonials'>) {
  const shown = section.testimonials.flatMap(({ _key, testimonial }) =>
    testimonial ? [{ _key, ...testimonial }] : [],
  );
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <div className="cols grid gap-y-10">
        {shown.map(({ _key, quote, person, role }, index) => (
          <figure
            key={_key}
            className={
              index === 0
                ? 'rule pt-6 lg:col-span-7 lg:row-span-2 lg:pr-8'
                : 'rule pt-6 lg:col-span-5 lg:col-start-8'
            }
          >
            <blockquote className={index === 0 ? 'quote display text-2xl' : 'text-lg'} dir="auto">
              <p>{quote}</p>
            </blockquote>
            <figcaption className="mt-4">
              <span className="font-semibold">{person}</span>
              <span className="block text-muted text-sm">{role}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
