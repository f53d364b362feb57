import { Card, Stack, Text } from '@sanity/ui';
import { memo } from 'react';
import { Conversation } from './conversation.tsx';
import { isApproved } from './review.ts';
import { useReview } from './use-review.ts';

type Props = {
  id: string;
  type: string;
  /** Revision of the document that the user sees. */
  revision: string | undefined;
};

/** Shows above a form what colleagues ask, or whether this text is approved. Empty without a review. */
export const ReviewCard = memo(function ReviewCard({ id, type, revision }: Props) {
  const { entries } = useReview(id);
  const last = entries.at(-1);
  if (!last) return null;
  const isOpen = last.kind === 'note';
  const state = isApproved(entries, revision) ? 'This text is approved' : 'Earlier checks';
  return (
    <Card as="section" aria-label="Check" border radius={2} padding={3} tone={isOpen ? 'caution' : 'default'}>
      <details open={isOpen}>
        <summary>
          {/* A block would hide the arrow that shows that the card opens. */}
          <Text as="span" size={1} weight="semibold" style={{ display: 'inline-block' }}>
            {isOpen ? 'Please check this' : state}
          </Text>
        </summary>
        <Stack marginTop={4}>
          <Conversation key={last._key} {...{ id, type, entries, revision }} />
        </Stack>
      </details>
    </Card>
  );
});
