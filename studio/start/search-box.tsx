import { SearchIcon } from '@sanity/icons/Search';
import { Card, Stack, Text, TextInput } from '@sanity/ui';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { LoadingBlock, pathToString, useSchema } from 'sanity';
import { findPages } from '#studio/handbook/pages.ts';
import { useContent } from './content.ts';
import { type Row, Rows, useEditHref } from './rows.tsx';
import { entriesOf, findEntries } from './search.ts';

/** Finds fields by what visitors read there or by what people call them, and pages of the handbook. */
export function SearchBox({ handbook }: { handbook: string }) {
  const id = useId();
  const schema = useSchema();
  const editHref = useEditHref();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const [isUsed, setUsed] = useState(false);
  const { content, isFailed } = useContent(isUsed);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const entries = useMemo(() => entriesOf(content ?? [], schema), [content, schema]);
  const rows = useMemo(
    () => [
      ...findEntries(entries, wanted, 8).map((entry): Row => {
        const path = pathToString(entry.path);
        const title = entry.text || 'Empty so far';
        const href = editHref(entry.id, entry.type, path);
        return {
          key: `${entry.id} ${path}`,
          title: excerpt(title, wanted),
          detail: entry.place.join(' › '),
          href,
        };
      }),
      ...findPages(wanted).map(({ name, title }): Row => {
        return { key: name, title, detail: 'Handbook', href: `${handbook}/${name}` };
      }),
    ],
    [entries, wanted, handbook, editHref],
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
        value={typed}
        placeholder="a word, a sentence, a figure, the name of a field …"
        ref={input}
        onChange={({ currentTarget }) => {
          setUsed(true);
          setTyped(currentTarget.value);
        }}
      />
      {isFailed && (
        <Card tone="critical" border radius={2} padding={3} role="alert">
          <Text size={1}>The site could not be searched. Check the connection and reload this page.</Text>
        </Card>
      )}
      {wanted.trim().length > 1 &&
        !isFailed &&
        (content ? (
          <Rows rows={rows} empty={`Nothing on the site says “${wanted}”. Try one word of it.`} />
        ) : (
          <LoadingBlock />
        ))}
    </Stack>
  );
}

/** The part of a long text in which the words stand. */
function excerpt(text: string, words: string): string {
  const from = Math.max(0, text.toLowerCase().indexOf(words.trim().toLowerCase()) - 60);
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 160)}${text.length > from + 160 ? ' …' : ''}`;
}
