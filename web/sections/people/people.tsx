import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Portrait } from '#web/components/person/person.tsx';
import { Section } from '#web/components/section/section.tsx';
import { personFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const peopleFields = `askLabel, people[]->{${personFields}}`;

export function People({ section, site, isFirst }: SectionProps<'people'>) {
  const Heading = isFirst ? 'h2' : 'h3';
  return (
    <Section section={section} isFirst={isFirst} site={site} head="left">
      <ul className="grid gap-5 sm:grid-cols-2 md:gap-8">
        {section.people.map((person) => (
          <li key={person._id} className="person flex gap-4">
            <Portrait person={person} size={88} />
            <div>
              <ClaimMark evidence={person.evidence} />
              <Heading className="title">{person.name}</Heading>
              <p className="text-muted">{person.role}</p>
              <p className="text-muted text-sm">
                {[person.languages.join(', '), person.cities.join(', ')].join(' · ')}
              </p>
              <p className="mt-2">
                <span className="text-muted text-sm">{section.askLabel}</span> {person.askAbout}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
