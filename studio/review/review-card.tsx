import { Card, Text } from '@sanity/ui';
import { memo } from 'react';
import { useCurrentUser } from 'sanity';
import { Conversation } from './conversation.tsx';
import { isApproved } from './review.ts';
import { useReview } from './use-review.ts';

/** `id` is that of the draft, version or published document in the form. */
type Props = { id: string; revision: string | undefined; type: string };

/** Shows above a form what colleagues ask, or whether this text is approved. Empty without a review. */
export const ReviewCard = memo(function ReviewCard({ id, revision, type }: Props) {
  const user = useCurrentUser();
  const entries = useReview(id);
  const last = entries.at(-1);
  if (!last) return null;
  const isOpen = last.kind === 'note';
  const question = last.by === user?.id ? 'You asked for a check' : 'Please check this';
  const state = isApproved(entries, { versionId: id, revision }) ? 'This text is approved' : 'Earlier checks';
  return (
    <Card as="section" aria-label="Check" border radius={2} padding={3} tone={isOpen ? 'caution' : 'default'}>
      <details open={isOpen}>
        <summary>
          {/* A block would hide the arrow that shows that the card opens. */}
          <Text
            as="span"
            size={1}
            weight="semibold"
            style={{ display: 'inline-block', verticalAlign: 'middle' }}
          >
            {isOpen ? question : state}
          </Text>
        </summary>
        {/* On the tone of the card, the placeholder would be hard to read. */}
        <Card radius={2} padding={3} marginTop={3} tone="default">
          <Conversation key={last._key} {...{ id, type, entries, revision }} />
        </Card>
      </details>
    </Card>
  );
});
