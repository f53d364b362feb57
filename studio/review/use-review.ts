import { useEffect, useState } from 'react';
import { useDocumentPreviewStore } from 'sanity';
import { z } from 'zod';
import { propertyOf } from '#schemas/property.ts';
import { entriesSchema, reviewId } from './review.ts';

/** Returns the entries of a document's review; none while loading. */
export const useReview = (id: string) => useStoredList(reviewId(id), 'entries', entriesSchema);

const types = z.array(z.string());

/** Returns the types that need an approval; none while loading. */
export const useApprovalTypes = () => useStoredList('approvalRules', 'types', types);

/** Follows a list in a document. Uses the connection of the Studio's previews, so that a form opens none of its own. */
function useStoredList<Item>(id: string, field: string, schema: z.ZodType<Item[]>): Item[] {
  const { observePaths } = useDocumentPreviewStore();
  const [found, setFound] = useState<{ id: string; list: Item[] }>();
  useEffect(() => {
    const following = observePaths({ _id: id }, [field]).subscribe((document) =>
      setFound({ id, list: schema.safeParse(propertyOf(document, field)).data ?? [] }),
    );
    return () => following.unsubscribe();
  }, [observePaths, id, field, schema]);
  return found?.id === id ? found.list : none;
}

/** Always the same list, so that nothing renders again. */
const none: never[] = [];
