import { BookIcon } from '@sanity/icons/Book';
import { Button, Flex, Heading, Stack } from '@sanity/ui';
import { LoadingBlock, useCurrentUser, useWorkspace } from 'sanity';
import { Link } from 'sanity/router';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { LoadError } from '#studio/ui/rows.tsx';
import { siteQuery, siteState } from './live.ts';
import { Overview } from './overview.tsx';
import { SearchBox } from './search-box.tsx';

export function StartTool() {
  const { basePath } = useWorkspace();
  const user = useCurrentUser();
  const { data: site, hasFailed } = useLiveQuery(siteState, siteQuery);
  return (
    <Stack gap={5}>
      <Flex align="center" justify="space-between" gap={3} wrap="wrap">
        <Heading as="h1">Welcome{user?.name ? `, ${user.name}` : ''}</Heading>
        <Button as={Link} href={`${basePath}/handbook`} mode="ghost" icon={BookIcon} text="Handbook" />
      </Flex>
      <SearchBox />
      {site && <Overview site={site} />}
      {!site && !hasFailed && <LoadingBlock showText />}
      {hasFailed && <LoadError what="The list" />}
    </Stack>
  );
}
