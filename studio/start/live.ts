import { useEffect, useState } from 'react';
import { useClient, useDocumentStore, useUserStore } from 'sanity';
import { z } from 'zod';
import { apiVersion } from '#studio/api-version.ts';
import { deskOf } from '#studio/tools/payments/site.ts';
import { todaySchema } from '#web/payments/desk/contract.ts';
import { useContentTypes } from './content.ts';

const edited = z.object({
  _id: z.string(),
  _type: z.string(),
  _updatedAt: z.string(),
  title: z.string().nullish(),
});

const state = z.object({
  edited: z.array(edited),
  drafts: z.array(edited),
  openings: z.array(edited.extend({ validThrough: z.string().nullish() })),
  settings: z.unknown(),
  home: z.object({ id: z.string(), testimonials: z.string().nullish() }).nullish(),
});

/** What the start page tells of the content, drafts included. */
export type SiteState = z.infer<typeof state>;
export type Edited = z.infer<typeof edited>;

const fields = '_id, _type, _updatedAt, "title": coalesce(title, name, person, from)';
const query = `{
  "edited": *[_type in $types] | order(_updatedAt desc)[0...40]{${fields}},
  "drafts": *[_type in $types && _id in path("drafts.**")] | order(_updatedAt desc)[0...20]{${fields}},
  "openings": *[_type == "jobOpening"] | order(order asc){${fields}, validThrough},
  "settings": *[_id == "siteSettings"][0],
  "home": *[_type == "page" && slug.current == "home" && !(_id in path("drafts.**"))][0]
    {"id": _id, "testimonials": sections[_type == "testimonials"][0]._key}
}`;

/** The state of the site's content, live. */
export function useSiteState() {
  const documentStore = useDocumentStore();
  const types = useContentTypes().join();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ site?: SiteState; isFailed?: boolean }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const found = documentStore
      .listenQuery(
        { fetch: query, listen: '*[_type in $types]' },
        { types: types.split(',') },
        { apiVersion, perspective: 'raw', tag: 'start', throttleTime: 1000 },
      )
      .subscribe({
        next: (result) => setAnswer({ site: state.parse(result) }),
        error: () => setAnswer({ isFailed: true }),
      });
    return () => found.unsubscribe();
  }, [documentStore, types, attempt]);
  return { ...answer, retry: () => setAttempt(attempt + 1) };
}

const transaction = z.object({ author: z.string(), documentIDs: z.array(z.string()) });

/** Who changed each of some documents last. */
export function useAuthors(documents: Edited[]): ReadonlyMap<string, { id: string; displayName?: string }> {
  const client = useClient({ apiVersion });
  const users = useUserStore();
  const [authors, setAuthors] = useState<ReadonlyMap<string, { id: string; displayName?: string }>>(
    new Map(),
  );
  const asked = documents.map(({ _id }) => _id).join();
  const newest = documents[0]?._updatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change may have another author.
  useEffect(() => {
    const load = async () => {
      const lines = await client.request<string>({
        uri: `/data/history/${client.config().dataset}/transactions/${asked}`,
        query: { excludeContent: 'true', reverse: 'true', limit: '1000' },
      });
      const found = new Map<string, string>();
      for (const line of lines.split('\n').filter(Boolean)) {
        const { author, documentIDs } = transaction.parse(JSON.parse(line));
        for (const id of documentIDs) if (!found.has(id)) found.set(id, author);
      }
      // Some are programs, which have no name.
      const named = await users.getUsers([...new Set(found.values())]).catch(() => []);
      setAuthors(
        new Map(
          [...found].map(([id, author]) => [id, named.find((one) => one?.id === author) ?? { id: author }]),
        ),
      );
    };
    // Without history the names are left out.
    if (asked) load().catch(() => undefined);
  }, [client, users, asked, newest]);
  return authors;
}

/** How many payments need a hand; undefined while that is not known, and for who may not see them. */
export function usePaymentHands(isWanted: boolean): number | undefined {
  const { token = '' } = useClient({ apiVersion }).config();
  const [count, setCount] = useState<number>();
  useEffect(() => {
    if (!isWanted) return;
    deskOf(token, 0, () => undefined)
      .get('/today')
      .then((today) => setCount(todaySchema.parse(today).hands.length))
      // The payments tool says what is wrong.
      .catch(() => undefined);
  }, [token, isWanted]);
  return count;
}
