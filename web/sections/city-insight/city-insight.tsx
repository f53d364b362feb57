import { hrefFor } from '#schemas/paths.ts';
import { fillPlaceholders } from '#schemas/placeholders.ts';
import { tenderPortals } from '#schemas/states.ts';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import type { SectionProps } from '#web/content/types.ts';

/** GROQ projection. Text, facts and nearby cities come from the city page. */
export const cityInsightFields = 'factsHeading, portalsHeading, nearbyHeading, nearbyLinkText';

/** Renders a city's text, facts and links; nothing on pages that are not city pages. */
export function CityInsight({ section, site, city, isFirst }: SectionProps<'cityInsight'>) {
  if (!city) return null;
  const Heading = isFirst ? 'h1' : 'h2';
  const nearby = (city.nearby ?? []).flatMap(({ _key, city: other }) => {
    const href = hrefFor(other);
    return other && href ? [{ _key, href, name: other.name }] : [];
  });
  const portals = tenderPortals(city.state ?? '');
  return (
    <section className="frame">
      <div className="rule cols airy">
        <div className="lg:col-span-7 lg:pr-8">
          <Heading className="display text-3xl">{section.heading}</Heading>
          <RichText value={city.insight} site={site} className="mt-6" />
        </div>
        <div className="mt-10 lg:col-span-5 lg:pt-2">
          <h3 className="title">{section.factsHeading}</h3>
          <dl className="mt-3">
            {city.facts.map(({ _key, term, detail }) => (
              <div key={_key} className="line-t py-3">
                <dt className="text-muted text-sm">{term}</dt>
                <dd className="font-semibold">{detail}</dd>
              </div>
            ))}
          </dl>
          {section.portalsHeading && portals.length > 0 ? (
            <>
              <h3 className="mt-6 title">{section.portalsHeading}</h3>
              <ul>
                {portals.map((host) => (
                  <li key={host}>
                    <a
                      href={`https://${host}`}
                      target="_blank"
                      rel="noopener"
                      className="row-link text-sm text-teal wrap-anywhere"
                    >
                      {host}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          {nearby.length > 0 ? (
            <>
              <h3 className="mt-6 title">{section.nearbyHeading}</h3>
              <ul className="flex flex-wrap gap-x-6">
                {nearby.map(({ _key, href, name }) => (
                  <li key={_key}>
                    <a href={href} className="row-link font-semibold text-teal">
                      {fillPlaceholders(section.nearbyLinkText, { city: name })}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      </div>
    </section>
  );
}
