import { Card, Stack, Text } from '@sanity/ui';
import { type ObjectInputProps, useCurrentUser } from 'sanity';
import { textOf } from '#schemas/property.ts';
import { Conversation } from './conversation.tsx';
import { approvalOf } from './review.ts';
import { useReview } from './use-review.ts';

/** Shows above a form what a colleague asks, or whether the document is approved. Empty without a review. */
export function ReviewCard({ value, schemaType }: ObjectInputProps) {
  const id = textOf(value, '_id') ?? '';
  const revision = textOf(value, '_rev');
  const user = useCurrentUser();
  const entries = useReview(id)?.entries ?? [];
  const last = entries.at(-1);
  if (!last) return null;
  const isOpen = last.kind === 'note';
  const isApproved = approvalOf(entries, revision, undefined);
  const state = isApproved ? 'Approved' : 'Changed since the last check';
  return (
    <Card as="section" aria-label="Check" border radius={2} padding={3} tone={isOpen ? 'caution' : 'default'}>
      <Stack gap={3} as={isOpen ? 'div' : 'details'}>
        <Text as={isOpen ? 'h2' : 'summary'} size={1} weight="semibold">
          {isOpen ? 'Please check this' : `${state}. Show the notes`}
        </Text>
        <Conversation
          key={`${user?.id} ${last._key}`}
          id={id}
          type={schemaType.name}
          entries={entries}
          revision={revision}
        />
      </Stack>
    </Card>
  );
}
