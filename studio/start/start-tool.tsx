import { BookIcon } from '@sanity/icons/Book';
import { HomeIcon } from '@sanity/icons/Home';
import { Box, Button, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui';
import { definePlugin, LoadingBlock, useCurrentUser, useWorkspace } from 'sanity';
import { Link, route, useRouter } from 'sanity/router';
import { DeadLinks } from './dead-links.tsx';
import { useSiteState } from './live.ts';
import { Overview } from './overview.tsx';
import { SearchBox } from './search-box.tsx';

/** Adds the page that people see first: a search for what the site says, what they often do, and what waits. */
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
    <Box padding={[3, 4, 5]} overflow="auto" height="fill">
      <Container width={4}>{state.view === 'links' ? <DeadLinks /> : <StartPage />}</Container>
    </Box>
  );
}

function StartPage() {
  const { basePath } = useWorkspace();
  const user = useCurrentUser();
  const { site, isFailed, retry } = useSiteState();
  return (
    <Stack gap={5}>
      <Flex align="center" justify="space-between" gap={3} wrap="wrap">
        <Heading as="h1">Welcome{user?.name ? `, ${user.name}` : ''}</Heading>
        <Button as={Link} href={`${basePath}/handbook`} mode="ghost" icon={BookIcon} text="Handbook" />
      </Flex>
      <SearchBox handbook={`${basePath}/handbook`} />
      {site && <Overview site={site} />}
      {!site && !isFailed && <LoadingBlock showText />}
      {isFailed && (
        <Card tone="critical" border radius={2} padding={4} role="alert">
          <Flex align="center" justify="space-between" gap={3} wrap="wrap">
            <Text size={1}>What waits could not be read. Check the connection.</Text>
            <Button mode="ghost" tone="critical" text="Try again" onClick={retry} />
          </Flex>
        </Card>
      )}
    </Stack>
  );
}
