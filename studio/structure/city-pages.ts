import { PinIcon } from '@sanity/icons/Pin';
import { ThListIcon } from '@sanity/icons/ThList';
import { map } from 'rxjs';
import type { ListItemBuilder, StructureBuilder, StructureResolverContext } from 'sanity/structure';
import { z } from 'zod';
import { apiVersion } from '#schemas/api-version.ts';
import { CitiesPane } from '#studio/cities/cities-pane.tsx';

const rows = z.array(z.object({ state: z.string().nullable() }));

function list(S: StructureBuilder, title: string, condition?: string) {
  const pages = S.documentTypeList('cityPage')
    .title(title)
    .apiVersion(apiVersion)
    .defaultOrdering([{ field: 'name', direction: 'asc' }]);
  return condition ? pages.filter(condition) : pages;
}

function stateItem(S: StructureBuilder, state: string, pages: number): ListItemBuilder {
  return S.listItem()
    .id(`state-${state.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`)
    .title(`${state} (${pages})`)
    .icon(PinIcon)
    .child(list(S, state, `_type == "cityPage" && state == ${JSON.stringify(state)}`));
}

export function cityPagesByState(S: StructureBuilder, { documentStore }: StructureResolverContext) {
  return documentStore
    .listenQuery(
      '*[_type == "cityPage"]{state}',
      {},
      { apiVersion, perspective: 'drafts', tag: 'structure.city-pages', throttleTime: 1000 },
    )
    .pipe(
      map((result) => {
        const counts = new Map<string, number>();
        for (const { state } of rows.parse(result))
          if (state) counts.set(state, (counts.get(state) ?? 0) + 1);
        const total = S.listItem()
          .id('all')
          .title('All city pages')
          .icon(PinIcon)
          .child(list(S, 'City pages'));
        const table = S.listItem()
          .id('table')
          .title('Import cities from a table')
          .icon(ThListIcon)
          .child(S.component(CitiesPane).id('table').title('Import cities from a table').minWidth(560));
        const states = [...counts].sort(([a], [b]) => a.localeCompare(b));
        return S.list()
          .id('cityPages')
          .title('City pages')
          .items([total, table, S.divider(), ...states.map(([state, pages]) => stateItem(S, state, pages))]);
      }),
    );
}
