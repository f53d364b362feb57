import { FilterIcon } from '@sanity/icons/Filter';
import type { StructureBuilder } from 'sanity/structure';
import { ListPane } from '#studio/lists/list-pane.tsx';

/** Takes the place of a document id in the address of a list. */
const filterId = 'filter';

/** Returns the list of a type's documents, or of those that match a GROQ condition, with a view that filters it. */
export function documentList(S: StructureBuilder, type: string, condition?: string) {
  const openDocument = (documentId: string) => S.defaultDocument({ schemaType: type, documentId });
  const title = 'Filter and select several';
  const filterView = S.component(ListPane)
    .id(filterId)
    .title(title)
    .options({ type, condition: condition ?? `_type == "${type}"` })
    .child(openDocument);
  const list = S.documentTypeList({
    schemaType: type,
    child: (id) => (id === filterId ? filterView : openDocument(id)),
  });
  const item = S.menuItem()
    .title(title)
    .icon(FilterIcon)
    .intent({ type: 'edit', params: { id: filterId, type } })
    .showAsAction(true);
  const offered = list.menuItems([...(list.getMenuItems() ?? []), item]);
  return condition ? offered.filter(condition) : offered;
}
