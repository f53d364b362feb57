import type { Template } from 'sanity';
import { cityPageInState } from '#studio/structure/city-pages.ts';

/** Initial value templates beyond those of the schema types. */
export function templates(existing: Template[]): Template[] {
  return [
    ...existing,
    {
      id: cityPageInState,
      title: 'City page in this state',
      schemaType: 'cityPage',
      parameters: [{ name: 'state', title: 'State', type: 'string' }],
      value: ({ state }: { state: string }) => ({ state }),
    },
  ];
}
