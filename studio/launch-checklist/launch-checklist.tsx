import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { WarningOutlineIcon } from '@sanity/icons/WarningOutline';
import { Box, Card, Container, Flex, Heading, Spinner, Stack, Text } from '@sanity/ui';
import { useEditState } from 'sanity';
import { IntentLink } from 'sanity/router';
import { type LaunchPlaceholder, launchPlaceholders } from '#schemas/launch-placeholders.ts';

function Placeholder({ placeholder, inDraft }: { placeholder: LaunchPlaceholder; inDraft: boolean }) {
  return (
    <Card as="li" border padding={4} radius={2} tone={inDraft ? 'caution' : 'default'}>
      <Flex gap={3}>
        <Text>
          <WarningOutlineIcon />
        </Text>
        <Stack gap={3} flex={1}>
          <Text weight="semibold">
            {placeholder.title}: {placeholder.value || 'empty'}
          </Text>
          <Text muted size={1}>
            {inDraft ? 'Filled in, but not published yet. Publish Site settings.' : placeholder.advice}
          </Text>
        </Stack>
        <Text size={1}>
          <IntentLink
            intent="edit"
            params={{ id: 'siteSettings', type: 'siteSettings', path: placeholder.field }}
          >
            Open in Site settings
          </IntentLink>
        </Text>
      </Flex>
    </Card>
  );
}

/** Lists the placeholders that only the owner can fill in before the launch. */
export function LaunchChecklist() {
  const { ready, draft, published } = useEditState('siteSettings', 'siteSettings');
  const left = launchPlaceholders(published);
  const leftInDraft = new Set(launchPlaceholders(draft ?? published).map(({ title }) => title));
  return (
    <Box padding={5} overflow="auto" height="fill">
      <Container width={1}>
        <Stack gap={5}>
          <Heading as="h1">Launch checklist</Heading>
          <Text muted>
            The site was delivered with placeholders where only you know the truth. Visitors see what is
            published.
          </Text>
          {!ready && <Spinner muted />}
          {ready && left.length === 0 && (
            <Card padding={4} radius={2} tone="positive">
              <Text>
                <CheckmarkCircleIcon /> No placeholder is left in Site settings.
              </Text>
            </Card>
          )}
          {ready && left.length > 0 && (
            <Stack as="ul" gap={3} style={{ listStyle: 'none', padding: 0 }}>
              {left.map((placeholder) => (
                <Placeholder
                  key={placeholder.title}
                  placeholder={placeholder}
                  inDraft={!leftInDraft.has(placeholder.title)}
                />
              ))}
            </Stack>
          )}
        </Stack>
      </Container>
    </Box>
  );
}
