import type { SanityClient } from '@sanity/client';
import { map, type Observable, of, shareReplay, switchMap } from 'rxjs';
import { titleFields } from '#schemas/document-title.ts';
import { isPageType } from '#schemas/paths.ts';
import { displayText } from './differences.ts';
import { correctSpelling, wordsIn } from './spelling.ts';

type Terms = string | { query: string };

interface Hit {
  hit: { _type: string };
  /** The fields that match, with their scores. Hosted Sanity sorts by itself and sends none. */
  stories?: { path: string; score: number }[];
}

type Search = (terms: Terms, options?: { skipSortByScore?: boolean }) => Observable<{ hits: Hit[] }>;

/** Only the 1,000 latest documents, because the query loads their text. */
const textQuery = '*[_type in $types] | order(_updatedAt desc)[0...1000]';

/**
 * Wraps the Studio's search of some types (`patch-sanity.ts`): a search that finds nothing is repeated with the spelling corrected.
 * Titles rank before other texts, and pages before documents without a page, such as the settings.
 */
export function forgivingSearch(search: Search, client: SanityClient, searched: { name: string }[]): Search {
  const types = searched.map(({ name }) => name);
  const known = client.observable
    .fetch<unknown[]>(textQuery, { types }, { perspective: 'drafts', tag: 'studio.spelling' })
    .pipe(
      // The Studio also searches the names of types.
      map((documents) => new Set([...types, ...documents].flatMap((one) => wordsIn(displayText(one))))),
      shareReplay(1),
    );
  return (terms, options) => {
    const typed = typeof terms === 'string' ? terms : terms.query;
    const repeat = (words: Set<string>) => {
      const query = correctSpelling(typed, words);
      return query && search(typeof terms === 'string' ? query : { ...terms, query }, options);
    };
    return search(terms, options).pipe(
      switchMap((found) =>
        found.hits.length > 0 || typed.trim() === ''
          ? of(found)
          : known.pipe(switchMap((words) => repeat(words) || of(found))),
      ),
      map((found) => (options?.skipSortByScore ? found : { ...found, hits: ranked(found.hits) })),
    );
  };
}

function ranked(hits: Hit[]): Hit[] {
  const rankOf = ({ hit, stories = [] }: Hit) =>
    (stories.some(({ path, score }) => titleFields.includes(path) && score > 0) ? 2 : 0) +
    (isPageType(hit._type) ? 1 : 0);
  return hits.every(({ stories }) => stories) ? hits.toSorted((a, b) => rankOf(b) - rankOf(a)) : hits;
}
