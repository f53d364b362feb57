import { weekdays } from '#schemas/days.ts';
import { Action } from '#web/components/link/action.tsx';
import { Section } from '#web/components/section/section.tsx';
import { mapHref, phoneHref } from '#web/content/links.ts';
import { actionFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

/** GROQ projection. E-mail, phone, offices and hours come from the site settings. */
export const contactDetailsFields = `
  emailHeading, emailText, phoneHeading, phoneText, officesHeading, mapLabel, hoursHeading, hoursText,
  chatAction{${actionFields}}
`;

export function ContactDetails({ section, site, isFirst }: SectionProps<'contactDetails'>) {
  const { hoursHeading: heading, hoursText: note } = section;
  const head = { _key: 'head', heading, note, lines: site.contactHours };
  const ofOffices = site.offices.flatMap(({ _key, name, hours = [] }) => {
    const lines = hours.map((one) => ({ _key: one._key, days: formatDays(one), hours: formatTimes(one) }));
    return lines.length > 0 ? { _key, heading: `${heading}: ${name}`, lines } : [];
  });
  const hours = site.gulf ? [...ofOffices, head] : [head, ...ofOffices];
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
        {(heading ? hours : []).map(({ _key, lines, ...texts }) => (
          <Detail key={_key} {...texts}>
            <ul className="tabular">
              {lines.map((line) => (
                <li key={line._key} className="flex justify-between gap-4 line-b py-2 last:bare">
                  <span>{line.days}</span>
                  <span>{line.hours}</span>
                </li>
              ))}
            </ul>
          </Detail>
        ))}
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

type Hours = SectionProps<'contactDetails'>['site']['structuredHours'][number];

const shortNames = weekdays.map((day) => day.slice(0, 3));

/** Returns the days as "Mon-Fri" if they follow each other, otherwise as "Mon, Wed". */
export function formatDays({ days }: Hours): string {
  const names = shortNames.filter((name) => days.some((day) => day.startsWith(name)));
  const isSpan = names.length > 2 && shortNames.join().includes(names.join());
  return isSpan ? `${names[0]}-${names.at(-1)}` : names.join(', ');
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** Returns the times as "7:30 AM-4:30 PM". */
export const formatTimes = ({ opens, closes }: Hours): string =>
  [opens, closes].map((time) => clock.format(new Date(`1970-01-01T${time}Z`))).join('-');

type DetailProps = {
  heading: string | null;
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
