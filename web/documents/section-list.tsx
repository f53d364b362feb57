import { placesOf } from '#web/components/drawings/art.tsx';
import type { Place } from '#web/components/drawings/dot-map.tsx';
import type { CityContent, Site } from '#web/content/types.ts';
import { renderSection } from '#web/sections/render-section.tsx';
import type { ShownPage } from '#web/seo/page-description.ts';
import type { DocumentProps } from './define-document.ts';

type Props = Omit<DocumentProps<'page'>, 'content'> & { city: CityContent | null };

/** The sections of a page, one below the other. */
export function SectionList({ page, site, edit, city }: Props) {
  const places = city ? placesOf([city]) : placesOn(page, site);
  return page.sections.map((section, index) =>
    renderSection(section, {
      site,
      path: page.path,
      places,
      city,
      isFirst: index === 0,
      edit: (field) => edit(section, field),
    }),
  );
}

/** What a map on the page shows: the cities that the page lists, or the offices. */
function placesOn({ sections }: ShownPage, site: Site): Place[] {
  const listed = sections.flatMap((section) =>
    section._type === 'cityLinks' ? placesOf(section.cities ?? []) : [],
  );
  return listed.length > 0 ? listed : placesOf(site.offices);
}
