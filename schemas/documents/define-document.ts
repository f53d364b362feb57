import { type DocumentDefinition, defineType } from 'sanity';
import { pageGroups } from '#schemas/groups.ts';

/** A document's place in the Studio's left column. */
interface List {
  title: string;
  /** Lists of a group are shown together. */
  group: 'pages' | 'parts' | 'rules';
  orderBy: string;
  direction?: 'asc' | 'desc';
}

interface DocumentOptions<Name extends string> extends Omit<DocumentDefinition, 'type' | 'name'> {
  name: Name;
  title: string;
  list: List;
}

/** Declares a document type with its list in the Studio. */
export function defineDocument<const Name extends string>({ list, ...definition }: DocumentOptions<Name>) {
  return { type: defineType({ groups: pageGroups, ...definition, type: 'document' }), list };
}
