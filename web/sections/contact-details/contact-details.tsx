import { Action } from '#web/components/link/action.tsx';
import { Section } from '#web/components/section/section.tsx';
import { mapHref, phoneHref } from '#web/content/links.ts';
import { actionFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

/** GROQ projection. E-mail, phone and offices come from the site settings. */
export const contactDetailsFields = `
  emailHeading, emailText, phoneHeading, phoneText, officesHeading, mapLabel,
  chatAction{${actionFields}}
`;

export function ContactDetails({ section, site, isFirst }: SectionProps<'contactDetails'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site} head="left">
      <dl className="gap-x-8 sm:grid sm:grid-cols-2">
        <Detail heading={section.emailHeading} note={section.emailText}>
          <a href={`mailto:${site.email}`} className="row-link text-lg text-teal wrap-anywhere">
            {site.email}
          </a>
        </Detail>
        <Detail
          heading={section.phoneHeading}
          note={section.phoneText}
          action={
            section.chatAction && <Action action={section.chatAction} site={site} variant="secondary" />
          }
        >
          <a href={phoneHref(site.phone)} className="row-link text-lg text-teal tabular">
            {site.phone}
          </a>
        </Detail>
        <Detail heading={section.officesHeading}>
          <ul className="grid gap-4">
            {site.offices.map((office) => (
              <li key={office._key}>
                <span className="font-semibold">{office.name}</span>
                <address className="text-muted not-italic">
                  {office.addressLines.map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ))}
                  <span className="block">{describePlace(office)}</span>
                  <span className="block">{office.country}</span>
                </address>
                <p className="flex flex-wrap gap-x-6">
                  {office.phone ? (
                    <a href={phoneHref(office.phone)} className="row-link text-teal tabular">
                      {office.phone}
                    </a>
                  ) : null}
                  {section.mapLabel ? (
                    <a
                      href={mapHref(office)}
                      target="_blank"
                      rel="noopener"
                      className="row-link text-teal"
                      aria-label={`${section.mapLabel}: ${office.name}`}
                    >
                      {section.mapLabel}
                    </a>
                  ) : null}
                </p>
              </li>
            ))}
          </ul>
        </Detail>
      </dl>
    </Section>
  );
}

/** Returns locality, region and postal code in one line, without repeating a city that is also a region. */
function describePlace({
  locality,
  region,
  postalCode,
}: SectionProps<'contactDetails'>['site']['offices'][number]) {
  const parts = [locality, region, postalCode].flatMap((part) =>
    part ? [[removeMarkers(part), part] as const] : [],
  );
  return [...new Map(parts).values()].join(', ');
}

type DetailProps = {
  heading: string;
  note?: string | null;
  action?: React.ReactNode;
  children: React.ReactNode;
};

function Detail({ heading, note, action, children }: DetailProps) {
  return (
    <div className="rule pt-4 pb-8">
      <dt className="mb-2 text-muted text-sm">{heading}</dt>
      <dd>
        {children}
        {note ? <p className="mt-2 text-muted">{note}</p> : null}
        {action ? <div className="mt-3">{action}</div> : null}
      </dd>
    </div>
  );
}
