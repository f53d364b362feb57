import { RocketIcon } from '@sanity/icons/Rocket';
import { Box, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui';
import { definePlugin, LoadingBlock, useEditState } from 'sanity';
import { IntentLink } from 'sanity/router';
import { type LaunchPlaceholder, launchPlaceholders } from '#schemas/launch-placeholders.ts';

/** Adds the launch checklist to the Studio's tools. */
export const launchChecklist = definePlugin({
  name: 'launch-checklist',
  tools: [{ name: 'launch', title: 'Launch checklist', icon: RocketIcon, component: LaunchChecklist }],
});

/** Lists the placeholders that only the owner can fill in before the launch. */
function LaunchChecklist() {
  const { ready, draft, published } = useEditState('siteSettings', 'siteSettings');
  if (!ready) return <LoadingBlock showText />;
  const left = launchPlaceholders(published);
  const leftInDraft = new Set(launchPlaceholders(draft ?? published).map(({ title }) => title));
  return (
    <Box padding={5} overflow="auto" height="fill">
      <Container width={1}>
        <Stack gap={5}>
          <Heading as="h1">Launch checklist</Heading>
          <Text muted>
            {left.length > 0
              ? 'The site was delivered with placeholders where only you know the truth. Visitors see what is published.'
              : 'No placeholder is left in Site settings.'}
          </Text>
          <Stack as="ul" gap={3} style={{ listStyle: 'none', padding: 0 }}>
            {left.map((one) => (
              <Placeholder key={one.title} placeholder={one} isFilledIn={!leftInDraft.has(one.title)} />
            ))}
          </Stack>
        </Stack>
      </Container>
    </Box>
  );
}

type Props = { placeholder: LaunchPlaceholder; isFilledIn: boolean };

function Placeholder({ placeholder: { title, value, advice, field }, isFilledIn }: Props) {
  return (
    <Card as="li" border padding={4} radius={2} tone={isFilledIn ? 'caution' : 'default'}>
      <Flex gap={3}>
        <Stack gap={3} flex={1}>
          <Text weight="semibold">
            {title}: {value || 'empty'}
          </Text>
          <Text muted size={1}>
            {isFilledIn ? 'Filled in, but not published yet. Publish Site settings.' : advice}
          </Text>
        </Stack>
        <Text size={1}>
          <IntentLink intent="edit" params={{ id: 'siteSettings', type: 'siteSettings', path: field }}>
            Open in Site settings
          </IntentLink>
        </Text>
      </Flex>
    </Card>
  );
}
