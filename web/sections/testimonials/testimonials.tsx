import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Section } from '#web/components/section/section.tsx';
import { evidenceFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const testimonialsFields = `testimonials[]{
  _key, "testimonial": @->{_id, _type, quote, person, role}, "evidence": @->${evidenceFields}
}`;

export function Testimonials({ section, site, isFirst }: SectionProps<'testimonials'>) {
  const quotes = section.testimonials.flatMap(({ _key, testimonial, evidence }) =>
    testimonial ? [{ _key, ...testimonial, evidence }] : [],
  );
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <div className="trio grid gap-4 lg:grid-cols-[8fr_4fr_4fr] lg:gap-8">
        {quotes.map(({ _key, quote, person, role, evidence }, index) => (
          <figure key={_key} className="lg:not-first:line-l lg:not-first:pl-8">
            <ClaimMark evidence={evidence} />
            <blockquote className={index === 0 ? 'quote display text-xl' : ''} dir="auto">
              <p>{quote}</p>
            </blockquote>
            <figcaption className="mt-3">
              <span className="font-semibold">{person}</span>
              <span className="block text-muted text-sm">{role}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
