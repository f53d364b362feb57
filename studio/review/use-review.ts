import { useEffect, useMemo, useState } from 'react';
import { useClient, useProjectId, useUserStore } from 'sanity';
import { z } from 'zod';
import { apiVersion } from '#schemas/api-version.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { reviewQuery, reviewSchema } from './review.ts';

/** Returns the entries of a document's review, and the types that need an approval. Both are empty while loading. */
export function useReview(id: string) {
  const query = useMemo(() => reviewQuery(id), [id]);
  const { data } = useLiveQuery(reviewSchema, query);
  return { entries: data?.entries ?? [], types: data?.types ?? [] };
}

const member = z.object({
  id: z.string(),
  isRobot: z.boolean().nullish(),
  roles: z.array(z.object({ name: z.string() })),
});

/** Returns the people who can sign in, with the names of their roles; empty while loading, and without a connection. */
export function usePeople() {
  const client = useClient({ apiVersion });
  const projectId = useProjectId();
  const userStore = useUserStore();
  const [people, setPeople] = useState<{ id: string; name: string; roles: string[] }[]>([]);
  useEffect(() => {
    const load = async () => {
      const project: unknown = await client.request({ url: `/projects/${projectId}` });
      const members = z
        .object({ members: z.array(member) })
        .parse(project)
        .members.filter((one) => !one.isRobot);
      const users = await userStore.getUsers(members.map(({ id }) => id));
      const nameOf = (id: string) => users.find((user) => user.id === id)?.displayName ?? id;
      setPeople(
        members.map(({ id, roles }) => ({ id, name: nameOf(id), roles: roles.map(({ name }) => name) })),
      );
    };
    // Roles can be asked without the list.
    load().catch(() => undefined);
  }, [client, projectId, userStore]);
  return people;
}
