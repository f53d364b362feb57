import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useCurrentUser } from 'sanity';
import type { RefundRequest } from '#web/payments/desk/contract.ts';
import { formatRupees } from '#web/payments/money.ts';
import { asTime, requestLabels } from './labels.ts';
import { Facts, StateBadge } from './parts.tsx';

type Props = { request: RefundRequest; isBusy: boolean; onDecide(decision: 'approve' | 'reject'): void };

/** A refund that somebody asked for; a second person decides about one that waits. The site holds to it. */
export function RefundRequestCard({ request, isBusy, onDecide }: Props) {
  const user = useCurrentUser();
  const isMine = user !== null && [user.name, user.id].includes(request.requested_by);
  const { label, tone } = requestLabels[request.state];
  const isWaiting = request.state === 'waiting';
  return (
    <Card border padding={4} radius={2} tone={tone}>
      <Stack gap={4}>
        <Facts
          rows={[
            ['Refund', formatRupees(request.amount)],
            ['State', <StateBadge key="state" label={label} tone={tone} />],
            ['Why', request.reason],
            ['Asked for', `by ${request.requested_by}, ${asTime(request.created_at)}`],
            ['Decided', request.decided_by && `by ${request.decided_by}`],
            ['Problem', request.problem],
          ]}
        />
        {isWaiting && isMine && (
          <Text size={1} muted>
            You asked for it, so somebody else has to approve it.
          </Text>
        )}
        {isWaiting && (
          <Flex gap={2} wrap="wrap">
            {!isMine && (
              <Button
                text={`Approve ${formatRupees(request.amount)}`}
                tone="caution"
                disabled={isBusy}
                onClick={() => onDecide('approve')}
              />
            )}
            <Button
              text={isMine ? 'Withdraw' : 'Reject'}
              mode="ghost"
              disabled={isBusy}
              onClick={() => onDecide('reject')}
            />
          </Flex>
        )}
      </Stack>
    </Card>
  );
}
