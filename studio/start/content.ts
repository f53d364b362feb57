import { useEffect, useState } from 'react';
import { getPublishedId, isDraftId, useClient, useCurrentUser, useDocumentStore } from 'sanity';
import { z } from 'zod';
import { documents as listed, singletonTypes } from '#schemas/index.ts';
import { apiVersion } from '#studio/api-version.ts';
import { editsOpeningsOnly } from '#studio/roles.ts';

const stored = z.looseObject({ _id: z.string(), _type: z.string() });

/** A document as editors see it (`latest`) and as visitors do (`published`), which may be the same. */
export interface Content {
  id: string;
  type: string;
  latest: z.infer<typeof stored>;
  published?: z.infer<typeof stored>;
}

/** The types of the documents that whoever is signed in looks after. */
function useContentTypes(): string[] {
  return editsOpeningsOnly(useCurrentUser())
    ? ['jobOpening']
    : [...listed.map(({ type }) => type.name), ...singletonTypes];
}

/** Documents of the content, each with its draft. */
export const contentSchema = z.array(stored).transform(pairs);

/** More are not looked through at once: they would fill a browser's memory. */
const most = 5_000;

/** All documents of the site, once they are `wanted`, the latest first. */
export function useContent(wanted: boolean) {
  const client = useClient({ apiVersion });
  const [answer, setAnswer] = useState<{ content?: Content[]; isFailed?: boolean }>({});
  const types = useContentTypes().join();
  useEffect(() => {
    if (!wanted) return;
    client
      .withConfig({ perspective: 'raw', useCdn: false })
      .fetch<unknown>(`*[_type in $types] | order(_updatedAt desc)[0...${most}]`, { types: types.split(',') })
      .then(
        (found) => setAnswer({ content: contentSchema.parse(found) }),
        () => setAnswer({ isFailed: true }),
      );
  }, [client, types, wanted]);
  return answer;
}

/** What a query answers of the documents of `$types`, those that somebody looks after, whenever what it listens to changes. */
export function useLive<Schema extends z.ZodType>(schema: Schema, query: { fetch: string; listen: string }) {
  const documentStore = useDocumentStore();
  const types = useContentTypes().join();
  const [answer, setAnswer] = useState<{ found?: z.infer<Schema>; isFailed?: boolean }>({});
  useEffect(() => {
    const live = documentStore
      .listenQuery(
        query,
        { types: types.split(',') },
        { apiVersion, perspective: 'raw', tag: 'studio.live', throttleTime: 1000 },
      )
      .subscribe({
        next: (result) => setAnswer({ found: schema.parse(result) }),
        error: () => setAnswer({ isFailed: true }),
      });
    return () => live.unsubscribe();
  }, [documentStore, types, schema, query]);
  return answer;
}

/** Drafts and what is published, put together. */
export function pairs(documents: z.infer<typeof stored>[]): Content[] {
  const found = new Map<string, Content>();
  for (const latest of documents) {
    const id = getPublishedId(latest._id);
    const known = found.get(id) ?? { id, type: latest._type, latest };
    found.set(id, isDraftId(latest._id) ? { ...known, latest } : { ...known, published: latest });
  }
  return [...found.values()];
}
