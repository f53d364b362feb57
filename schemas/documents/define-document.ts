import { type DocumentDefinition, defineType } from 'sanity';
import { pageGroups } from '#schemas/groups.ts';

interface StudioList {
  title: string;
  group: 'pages' | 'parts' | 'rules';
  orderBy: string;
  direction?: 'asc' | 'desc';
}

interface DocumentOptions<Name extends string> extends Omit<DocumentDefinition, 'type' | 'name'> {
  name: Name;
  title: string;
  list: StudioList;
}

export function defineDocument<const Name extends string>({ list, ...definition }: DocumentOptions<Name>) {
  return { type: defineType({ groups: pageGroups, ...definition, type: 'document' }), list };
}
