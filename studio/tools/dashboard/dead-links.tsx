import { Heading, Stack, Text } from '@sanity/ui';
import { useMemo } from 'react';
import { LoadingBlock, pathToString, useSchema } from 'sanity';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { LoadError, Rows, useEditHref } from '#studio/ui/rows.tsx';
import { allContentQuery, contentSchema } from './content.ts';
import { deadLinks } from './links.ts';

export function DeadLinks() {
  const schema = useSchema();
  const editHref = useEditHref();
  const { data: content, hasFailed } = useLiveQuery(contentSchema, allContentQuery);
  const found = useMemo(() => deadLinks(content ?? [], schema), [content, schema]);
  const rows = found.map(({ id, type, place, path, problem }) => {
    const at = pathToString(path);
    return { key: `${id} ${at}`, title: problem, detail: place.join(' › '), href: editHref(id, type, at) };
  });
  return (
    <Stack gap={5}>
      <Heading as="h1">Links that lead nowhere</Heading>
      <Text muted>
        Checks menus, buttons, links in texts and redirects, including drafts. Links to other websites are not
        checked.
      </Text>
      {hasFailed && <LoadError what="The links" />}
      {content && <Rows rows={rows} empty="There are no broken links." />}
      {!content && !hasFailed && <LoadingBlock showText />}
    </Stack>
  );
}
