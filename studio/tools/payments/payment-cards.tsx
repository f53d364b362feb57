import { Flex, Text } from '@sanity/ui';
import { useCurrentUser } from 'sanity';
import { FactCard, ScreenLink, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton } from '#studio/ui/forms.tsx';
import { formatTime, fromNow, labelOf, toneOf } from '#studio/ui/labels.ts';
import { useStaffApi } from '#studio/ui/staff-api.ts';
import { formatRupees, smallestAmount } from '#web/contracts/money.ts';
import { blocksRefund, isDecided } from '#web/contracts/states.ts';
import { advice } from './advice.ts';
import type { PaymentDetails } from './api-types.ts';
import { DashboardLink } from './dashboard-link.tsx';
import { MovePayment } from './move-payment.tsx';
import { RefundDialog } from './refund-dialog.tsx';

type PaymentCardProps = { payment: PaymentDetails['payments'][number]; order: PaymentDetails['order'] };

export function PaymentCard({ payment, order }: PaymentCardProps) {
  const { most } = payment.refundable;
  return (
    <FactCard
      rows={[
        ['Payment ID', payment.id],
        ['Status', labelOf(`payment.${payment.status}`)],
        ['Amount', formatRupees(payment.amount)],
        ['Method', `${labelOf(payment.method)} ${payment.method_detail ?? ''}`.trim()],
        ['UPI address', payment.vpa],
        ['Bank reference', payment.reference],
        ['Fee, with tax', payment.fee === null ? null : formatRupees(payment.fee)],
        ['Tax in the fee', payment.tax === null ? null : formatRupees(payment.tax)],
        ['Moved to other bills', payment.amount_moved ? formatRupees(payment.amount_moved) : null],
        ['Why it failed', labelOf(payment.error_reason)],
        ['Started', formatTime(payment.created_at)],
        ['Paid', formatTime(payment.captured_at)],
      ]}
    >
      {most > 0 && (
        <Flex gap={2} wrap="wrap">
          {most >= smallestAmount && (
            <DialogButton text="Refund …" tone="caution">
              <RefundDialog order={order} payment={payment} />
            </DialogButton>
          )}
          <MovePayment paymentId={payment.id} most={most} />
        </Flex>
      )}
    </FactCard>
  );
}

export function RefundCard({
  refund,
  story,
}: {
  refund: PaymentDetails['refunds'][number];
  story: PaymentDetails;
}) {
  const request = story.requests.find(({ refund_id }) => refund_id === refund.id);
  return (
    <FactCard
      rows={[
        ['Refund', formatRupees(refund.amount)],
        ['Status', <StateBadge key="state" state={refund.status} />],
        ['Reason', request?.reason],
        ['Requested by', request?.requested_by],
        ['Approved by', request?.decided_by],
        ['Refund ID', refund.id],
        ['Payment ID', refund.payment_id],
        ['Bank reference', refund.reference],
        ['Started', formatTime(refund.created_at)],
        ['Completed', formatTime(refund.ended_at)],
      ]}
    />
  );
}

/** Shows a refund request. If it is waiting, a second person must approve it, which the site enforces. */
type RefundRequestCardProps = { request: PaymentDetails['requests'][number]; customer: string };

export function RefundRequestCard({ request, customer }: RefundRequestCardProps) {
  const api = useStaffApi();
  const user = useCurrentUser();
  const isMine = user?.id === request.requester_id;
  const state = `request.${request.state}`;
  const { ':requestId': one } = api.payments['refund-requests'];
  const decide = (decision: 'approve' | 'reject') => () =>
    api.mutate(one[':decision{approve|reject}'].$post({ param: { requestId: request.id, decision } }));
  return (
    <FactCard
      tone={toneOf(state)}
      rows={[
        ['Refund', formatRupees(request.amount)],
        ['Status', <StateBadge key="state" state={state} />],
        ['Reason', request.reason],
        ['Requested', `by ${request.requested_by}, ${formatTime(request.created_at)}`],
        ['Decided by', request.decided_by],
        ['Problem', request.problem],
        [
          'Next step',
          isMine && request.state === 'waiting'
            ? 'You requested this refund, and it exceeds the limit per payment or per day. Somebody else must approve it.'
            : null,
        ],
      ]}
    >
      {request.state === 'waiting' && (
        <Flex gap={2} wrap="wrap">
          {!isMine && (
            <ActionButton
              text={`Approve ${formatRupees(request.amount)}`}
              confirmText={`Yes, refund ${formatRupees(request.amount)} to ${customer}`}
              tone="caution"
              mode="default"
              action={decide('approve')}
            />
          )}
          <ActionButton text={isMine ? 'Withdraw' : 'Reject'} action={decide('reject')} />
        </Flex>
      )}
    </FactCard>
  );
}

export function DisputeCard({ dispute }: { dispute: PaymentDetails['disputes'][number] }) {
  const isOpen = !isDecided(dispute.status);
  return (
    <FactCard
      tone={isOpen ? 'critical' : 'default'}
      rows={[
        ['Dispute', formatRupees(dispute.amount)],
        ['Status', `${labelOf(dispute.status)}, ${labelOf(dispute.phase)}`],
        ['Reason', labelOf(dispute.reason)],
        [
          dispute.status === 'open' ? 'Answer' : 'Answer was due',
          dispute.respond_by && `${fromNow(dispute.respond_by)} (${formatTime(dispute.respond_by)})`,
        ],
        ['Deducted', dispute.deducted > 0 ? formatRupees(dispute.deducted) : null],
        ['Dispute ID', dispute.id],
        ['What to do', dispute.status === 'open' ? advice.dispute : null],
        [
          'Refunds',
          blocksRefund(dispute) ? 'This payment cannot be refunded until the dispute is decided.' : null,
        ],
        ['Razorpay', dispute.status === 'open' && <DashboardLink />],
      ]}
    />
  );
}

export function SettlementText({ id, utr, amount, at }: PaymentDetails['settlements'][number]) {
  return (
    <Text size={1}>
      {formatRupees(amount)} on {formatTime(at)}, UTR {utr ?? 'not known yet'}, in{' '}
      <ScreenLink screen="settlements" id={id} text={id} />
    </Text>
  );
}
