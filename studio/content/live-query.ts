import { useEffect, useState } from 'react';
import { useCurrentUser, useDocumentStore } from 'sanity';
import type { z } from 'zod';
import { apiVersion } from '#schemas/api-version.ts';
import { contentTypes } from '#schemas/index.ts';
import { editsOpeningsOnly, type User } from '#studio/access/roles.ts';

/** Returns the document types that a user's lists show. */
export const editedTypes = (user: User) => (editsOpeningsOnly(user) ? ['jobOpening'] : contentTypes);

/** Runs a query, including drafts, and keeps the result up to date. `$types` are the types that the user may edit. */
export function useLiveQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: { fetch: string; listen: string } | undefined,
) {
  const documentStore = useDocumentStore();
  const user = useCurrentUser();
  const [result, setResult] = useState<{ data?: z.infer<Schema>; hasFailed?: boolean }>({});
  useEffect(() => {
    if (!query) return;
    const options = { apiVersion, perspective: 'raw' as const, tag: 'studio.live', throttleTime: 1000 };
    const live = documentStore.listenQuery(query, { types: editedTypes(user) }, options).subscribe({
      next: (result) => setResult({ data: schema.parse(result) }),
      error: () => setResult({ hasFailed: true }),
    });
    return () => live.unsubscribe();
  }, [documentStore, user, schema, query]);
  return result;
}
