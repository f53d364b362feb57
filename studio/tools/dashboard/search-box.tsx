import { SearchIcon } from '@sanity/icons/Search';
import { Stack, Text, TextInput } from '@sanity/ui';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { LoadingBlock, pathToString, useSchema, useWorkspace } from 'sanity';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { findPages } from '#studio/handbook/pages.ts';
import { LoadError, type Row, Rows, useEditHref } from '#studio/ui/rows.tsx';
import { allContentQuery, contentSchema } from './content.ts';
import { entriesOf, findEntries } from './search.ts';

/** Searches fields by text, title and synonym, and the pages of the handbook. */
export function SearchBox() {
  const id = useId();
  const schema = useSchema();
  const editHref = useEditHref();
  const input = useRef<HTMLInputElement>(null);
  const { basePath } = useWorkspace();
  const [typed, setTyped] = useState<string>();
  const query = useDeferredValue(typed ?? '');
  const searched = typed === undefined ? undefined : allContentQuery;
  const { data: content, hasFailed } = useLiveQuery(contentSchema, searched);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const entries = useMemo(() => entriesOf(content ?? [], schema), [content, schema]);
  const rows = useMemo(
    () => [
      ...findEntries(entries, query, 8).map((entry): Row => {
        const path = pathToString(entry.path);
        return {
          key: `${entry.id} ${path}`,
          title: excerpt(entry.text || 'Empty', query),
          detail: entry.place.join(' › '),
          href: editHref(entry.id, entry.type, path),
        };
      }),
      ...findPages(query).map(({ name, title }): Row => {
        return { key: name, title, detail: 'Handbook', href: `${basePath}/handbook/${name}` };
      }),
    ],
    [entries, query, basePath, editHref],
  );
  return (
    <Stack gap={3} as="search">
      <Text as="label" htmlFor={id} size={1} weight="medium">
        Find a word you see on the site, or a setting
      </Text>
      <TextInput
        id={id}
        type="search"
        icon={SearchIcon}
        fontSize={2}
        padding={4}
        value={typed ?? ''}
        placeholder="a word, a figure, a setting …"
        ref={input}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {hasFailed && <LoadError what="The site" />}
      {query.trim().length > 1 &&
        !hasFailed &&
        (content ? (
          <Rows rows={rows} empty={`Nothing found for “${query}”. Try a single word.`} />
        ) : (
          <LoadingBlock />
        ))}
    </Stack>
  );
}

function excerpt(text: string, query: string): string {
  const from = Math.max(0, text.toLowerCase().indexOf(query.trim().toLowerCase()) - 60);
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 160)}${text.length > from + 160 ? ' …' : ''}`;
}
