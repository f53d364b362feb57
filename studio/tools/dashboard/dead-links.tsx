import { Heading, Stack, Text } from '@sanity/ui';
import { useMemo } from 'react';
import { LoadingBlock, pathToString, useSchema } from 'sanity';
import { useLive } from '#studio/content/live-query.ts';
import { Rows, Unread, useEditHref } from '#studio/ui/rows.tsx';
import { contentSchema, everything } from './content.ts';
import { deadLinks } from './links.ts';

export function DeadLinks() {
  const schema = useSchema();
  const editHref = useEditHref();
  const { found: content, isFailed } = useLive(contentSchema, everything);
  const found = useMemo(() => deadLinks(content ?? [], schema), [content, schema]);
  const rows = found.map(({ id, type, place, path, problem }) => {
    const at = pathToString(path);
    return { key: `${id} ${at}`, title: problem, detail: place.join(' › '), href: editHref(id, type, at) };
  });
  return (
    <Stack gap={5}>
      <Heading as="h1">Links that lead nowhere</Heading>
      <Text muted>
        Menus, buttons, links in texts and redirects, also of what is not published yet. Links to other
        websites are not tried.
      </Text>
      {isFailed && <Unread what="The links" />}
      {content && <Rows rows={rows} empty="Every link leads somewhere." />}
      {!content && !isFailed && <LoadingBlock showText />}
    </Stack>
  );
}
