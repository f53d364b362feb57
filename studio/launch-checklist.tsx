import { RocketIcon } from '@sanity/icons/Rocket';
import { Box, Container, Heading, Stack, Text } from '@sanity/ui';
import { definePlugin, LoadingBlock, useEditState } from 'sanity';
import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { type Row, Rows, useEditHref } from './start/rows.tsx';

/** Adds the launch checklist to the Studio's tools. */
export const launchChecklist = definePlugin({
  name: 'launch-checklist',
  tools: [{ name: 'launch', title: 'Launch checklist', icon: RocketIcon, component: LaunchChecklist }],
});

/** Lists the placeholders that only the owner can fill in before the launch, each with the way to its field. */
function LaunchChecklist() {
  const { ready, draft, published } = useEditState('siteSettings', 'siteSettings');
  const editHref = useEditHref();
  if (!ready) return <LoadingBlock showText />;
  const leftInDraft = new Set(launchPlaceholders(draft ?? published).map(({ title }) => title));
  const rows = launchPlaceholders(published).map(({ title, value, advice, field }): Row => {
    const isFilledIn = !leftInDraft.has(title);
    return {
      key: title,
      title: `${title}: ${value || 'empty'}`,
      detail: isFilledIn ? 'Filled in, but not published yet. Publish Site settings.' : advice,
      ...(isFilledIn ? { badge: { text: 'Not published', tone: 'caution' } } : {}),
      href: editHref('siteSettings', 'siteSettings', field),
    };
  });
  return (
    <Box padding={5} overflow="auto" height="fill">
      <Container width={1}>
        <Stack gap={5}>
          <Heading as="h1">Launch checklist</Heading>
          <Text muted>
            The site was delivered with placeholders where only you know the truth. Visitors see what is
            published.
          </Text>
          <Rows rows={rows} empty="No placeholder is left in Site settings." />
        </Stack>
      </Container>
    </Box>
  );
}
