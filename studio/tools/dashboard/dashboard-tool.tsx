import { BookIcon } from '@sanity/icons/Book';
import { CalendarIcon } from '@sanity/icons/Calendar';
import { HomeIcon } from '@sanity/icons/Home';
import { Button, Flex, Heading, Stack } from '@sanity/ui';
import { definePlugin, LoadingBlock, useCurrentUser, useWorkspace } from 'sanity';
import { Link, route, useRouter } from 'sanity/router';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { LoadError } from '#studio/ui/rows.tsx';
import { StaffTool } from '#studio/ui/staff-tool.tsx';
import { Calendar } from './calendar.tsx';
import { DeadLinks } from './dead-links.tsx';
import { siteQuery, siteState } from './live.ts';
import { Overview } from './overview.tsx';
import { SearchBox } from './search-box.tsx';

export const start = definePlugin({
  name: 'start',
  tools: [
    {
      name: 'start',
      title: 'Start',
      icon: HomeIcon,
      component: StartTool,
      router: route.create('/', [route.create('/:view')]),
    },
  ],
});

function StartTool() {
  const { state } = useRouter();
  return (
    <StaffTool>
      {state.view === 'calendar' ? <Calendar /> : state.view === 'links' ? <DeadLinks /> : <StartPage />}
    </StaffTool>
  );
}

function StartPage() {
  const { basePath } = useWorkspace();
  const user = useCurrentUser();
  const { data: site, hasFailed } = useLiveQuery(siteState, siteQuery);
  return (
    <Stack gap={5}>
      <Flex align="center" justify="space-between" gap={3} wrap="wrap">
        <Heading as="h1">Welcome{user?.name ? `, ${user.name}` : ''}</Heading>
        <Flex gap={2} wrap="wrap">
          <Button
            as={Link}
            href={`${basePath}/start/calendar`}
            mode="ghost"
            icon={CalendarIcon}
            text="Calendar"
          />
          <Button as={Link} href={`${basePath}/handbook`} mode="ghost" icon={BookIcon} text="Handbook" />
        </Flex>
      </Flex>
      <SearchBox />
      {site && <Overview site={site} />}
      {!site && !hasFailed && <LoadingBlock showText />}
      {hasFailed && <LoadError what="The list" />}
    </Stack>
  );
}
