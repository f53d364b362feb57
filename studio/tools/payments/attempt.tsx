import { Button, Card, Flex, Stack } from '@sanity/ui';
import type { Story } from '#web/payments/desk/contract.ts';
import { formatRupees } from '#web/payments/money.ts';
import { asTime, attemptLabels, fromNow, methodLabel, refundLabels, words } from './labels.ts';
import { Facts, StateBadge } from './parts.tsx';

/** Why a refund was made and by whom, when it was asked for here. */
function requestOf({ requests }: Story, refundId: string): [string, string | null][] {
  const request = requests.find(({ refund_id }) => refund_id === refundId);
  if (!request) return [];
  return [
    ['Why', request.reason],
    ['Asked for by', request.requested_by],
    ['Approved by', request.decided_by],
  ];
}

/** One attempt to pay, with its refunds. */
export function Attempt(props: {
  payment: Story['payments'][number];
  story: Story;
  onRefund: (() => void) | undefined;
}) {
  const { payment, story, onRefund } = props;
  const refunds = story.refunds.filter(({ payment_id }) => payment_id === payment.id);
  return (
    <Card border padding={4} radius={2}>
      <Stack gap={4}>
        <Facts
          rows={[
            ['Payment ID', payment.id],
            ['State', attemptLabels[payment.status] ?? payment.status],
            ['Amount', formatRupees(payment.amount)],
            ['Method', [methodLabel(payment.method), payment.method_detail].filter(Boolean).join(', ')],
            ['UPI address', payment.vpa],
            ['Bank reference', payment.reference],
            ['Fee, with tax', payment.fee === null ? null : formatRupees(payment.fee)],
            ['Tax in it', payment.tax === null ? null : formatRupees(payment.tax)],
            ['Why it failed', payment.error_reason && words(payment.error_reason)],
            ['Begun', asTime(payment.created_at)],
            ['Paid', payment.captured_at && asTime(payment.captured_at)],
          ]}
        />
        {refunds.map((refund) => (
          <Card key={refund.id} borderTop paddingTop={4}>
            <Facts
              rows={[
                ['Refund', formatRupees(refund.amount)],
                ['State', <StateBadge key="state" {...refundLabels[refund.status]} />],
                ...requestOf(story, refund.id),
                ['Refund ID', refund.id],
                ['Bank reference', refund.reference],
                ['Begun', asTime(refund.created_at)],
                ['Ended', refund.ended_at && asTime(refund.ended_at)],
              ]}
            />
          </Card>
        ))}
        {onRefund && (
          <Flex>
            <Button text="Refund …" mode="ghost" tone="caution" onClick={onRefund} />
          </Flex>
        )}
      </Stack>
    </Card>
  );
}

/** A dispute with its deadline. */
export function Dispute({ dispute }: { dispute: Story['disputes'][number] }) {
  const isOpen = dispute.respond_by !== null && ['open', 'under_review'].includes(dispute.status);
  return (
    <Card border padding={4} radius={2} tone={isOpen ? 'critical' : 'default'}>
      <Facts
        rows={[
          ['Dispute', formatRupees(dispute.amount)],
          ['State', `${words(dispute.status)}, ${words(dispute.phase)}`],
          ['Reason', dispute.reason && words(dispute.reason)],
          [
            isOpen ? 'Answer' : 'Answer was due',
            dispute.respond_by && `${fromNow(dispute.respond_by)} (${asTime(dispute.respond_by)})`,
          ],
          ['Deducted', dispute.deducted > 0 ? formatRupees(dispute.deducted) : null],
          ['Dispute ID', dispute.id],
          ['What to do', isOpen ? 'Accept or contest it in Razorpay’s dashboard before the deadline.' : null],
        ]}
      />
    </Card>
  );
}
