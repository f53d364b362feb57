import { useEffect, useState } from 'react';
import { firstValueFrom } from 'rxjs';
import { useDocumentPreviewStore, useProjectStore, useUserStore } from 'sanity';
import { z } from 'zod';
import { propertyOf } from '#schemas/property.ts';
import { entriesSchema, type Person, reviewId } from './review.ts';

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

/** Returns the people who can sign in, with their roles; empty while loading, and without a connection. */
export function usePeople() {
  const projects = useProjectStore();
  const users = useUserStore();
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(() => {
    const load = async () => {
      const { members } = await firstValueFrom(projects.get());
      const known = await users.getUsers(members.flatMap(({ id, isRobot }) => (isRobot ? [] : id)));
      setPeople(
        known.map(({ id, displayName = id }) => ({
          id,
          name: displayName,
          roles: members.find((member) => member.id === id)?.roles ?? [],
        })),
      );
    };
    // Roles can be asked without the list.
    load().catch(() => undefined);
  }, [projects, users]);
  return people;
}
