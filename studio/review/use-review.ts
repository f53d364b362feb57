import { useEffect, useMemo, useState } from 'react';
import { useClient, useCurrentUser, useProjectId, useUserStore } from 'sanity';
import { z } from 'zod';
import { apiVersion } from '#schemas/api-version.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { approvalOf, reviewQuery, reviewSchema } from './review.ts';

/** Returns a document's review; undefined while loading. */
export function useReview(id: string) {
  const query = useMemo(() => reviewQuery(id), [id]);
  const { data } = useLiveQuery(reviewSchema, query);
  return data && { entries: data.entries ?? [], types: data.types ?? [] };
}

/** Returns whether the user must ask somebody else before this revision can be published. */
export function useNeedsApproval(id: string, type: string, revision: string | undefined): boolean {
  const user = useCurrentUser();
  const review = useReview(id);
  return (review?.types.includes(type) ?? false) && !approvalOf(review?.entries ?? [], revision, user?.id);
}

const projectSchema = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      isRobot: z.boolean().optional(),
      roles: z.array(z.object({ name: z.string() })),
    }),
  ),
});

type Person = { id: string; name: string; roles: string[] };

/** Returns everybody who can sign in, with their roles; undefined while loading. */
export function usePeople(): Person[] | undefined {
  const client = useClient({ apiVersion });
  const projectId = useProjectId();
  const userStore = useUserStore();
  const [people, setPeople] = useState<Person[]>();
  useEffect(() => {
    const load = async () => {
      const project = projectSchema.parse(await client.request({ url: `/projects/${projectId}` }));
      const members = project.members.filter(({ isRobot }) => !isRobot);
      const users = await userStore.getUsers(members.map(({ id }) => id));
      setPeople(
        members.map(({ id, roles }) => ({
          id,
          name: users.find((user) => user.id === id)?.displayName ?? id,
          roles: roles.map(({ name }) => name),
        })),
      );
    };
    // Without the list, roles can still be asked.
    load().catch(() => setPeople([]));
  }, [client, projectId, userStore]);
  return people;
}
