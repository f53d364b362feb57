import { Flex, Text } from '@sanity/ui';
import { useCurrentUser } from 'sanity';
import { Act, Opening } from '#studio/ui/forms.tsx';
import { asTime, fromNow, toneOf, words } from '#studio/ui/labels.ts';
import { DeskLink, FactCard, StateBadge } from '#studio/ui/parts.tsx';
import { useDesk } from '#studio/ui/staff-api.ts';
import { formatRupees, smallestAmount } from '#web/contracts/money.ts';
import { blocksRefund, isDecided } from '#web/contracts/states.ts';
import { advice } from './advice.ts';
import type { Story } from './answers.ts';
import { DashboardLink } from './dashboard-link.tsx';
import { Move } from './move.tsx';
import { RefundDialog } from './refund-dialog.tsx';

type AttemptProps = { payment: Story['payments'][number]; order: Story['order'] };

export function Attempt({ payment, order }: AttemptProps) {
  const { most } = payment.refundable;
  return (
    <FactCard
      rows={[
        ['Payment ID', payment.id],
        ['Status', words(`payment.${payment.status}`)],
        ['Amount', formatRupees(payment.amount)],
        ['Method', `${words(payment.method)} ${payment.method_detail ?? ''}`.trim()],
        ['UPI address', payment.vpa],
        ['Bank reference', payment.reference],
        ['Fee, with tax', payment.fee === null ? null : formatRupees(payment.fee)],
        ['Tax in it', payment.tax === null ? null : formatRupees(payment.tax)],
        ['Put on other bills', payment.amount_moved ? formatRupees(payment.amount_moved) : null],
        ['Why it failed', words(payment.error_reason)],
        ['Begun', asTime(payment.created_at)],
        ['Paid', asTime(payment.captured_at)],
      ]}
    >
      {most >= smallestAmount && (
        <Flex gap={2} wrap="wrap">
          <Opening text="Refund …" tone="caution">
            <RefundDialog order={order} payment={payment} />
          </Opening>
          <Move paymentId={payment.id} most={most} />
        </Flex>
      )}
    </FactCard>
  );
}

export function Refund({ refund, story }: { refund: Story['refunds'][number]; story: Story }) {
  const request = story.requests.find(({ refund_id }) => refund_id === refund.id);
  return (
    <FactCard
      rows={[
        ['Refund', formatRupees(refund.amount)],
        ['Status', <StateBadge key="state" state={refund.status} />],
        ['Why', request?.reason],
        ['Asked for by', request?.requested_by],
        ['Approved by', request?.decided_by],
        ['Refund ID', refund.id],
        ['Of payment', refund.payment_id],
        ['Bank reference', refund.reference],
        ['Begun', asTime(refund.created_at)],
        ['Ended', asTime(refund.ended_at)],
      ]}
    />
  );
}

/** A refund request; a waiting one needs a second person, which the site enforces. */
type RequestProps = { request: Story['requests'][number]; customer: string };

export function Request({ request, customer }: RequestProps) {
  const desk = useDesk();
  const user = useCurrentUser();
  const isMine = user?.id === request.requester_id;
  const state = `request.${request.state}`;
  const { ':requestId': one } = desk.payments['refund-requests'];
  const decide = (decision: 'approve' | 'reject') => () =>
    desk.act(one[':decision{approve|reject}'].$post({ param: { requestId: request.id, decision } }));
  return (
    <FactCard
      tone={toneOf(state)}
      rows={[
        ['Refund', formatRupees(request.amount)],
        ['Status', <StateBadge key="state" state={state} />],
        ['Why', request.reason],
        ['Asked for', `by ${request.requested_by}, ${asTime(request.created_at)}`],
        ['Decided by', request.decided_by],
        ['Problem', request.problem],
        [
          'What now',
          isMine && request.state === 'waiting'
            ? 'You asked for it, and it goes above the limit for a payment or a day: somebody else has to approve it.'
            : null,
        ],
      ]}
    >
      {request.state === 'waiting' && (
        <Flex gap={2} wrap="wrap">
          {!isMine && (
            <Act
              text={`Approve ${formatRupees(request.amount)}`}
              sure={`Yes, refund ${formatRupees(request.amount)} to ${customer}`}
              tone="caution"
              mode="default"
              act={decide('approve')}
            />
          )}
          <Act text={isMine ? 'Withdraw' : 'Reject'} act={decide('reject')} />
        </Flex>
      )}
    </FactCard>
  );
}

export function Dispute({ dispute }: { dispute: Story['disputes'][number] }) {
  const isOpen = !isDecided(dispute.status);
  return (
    <FactCard
      tone={isOpen ? 'critical' : 'default'}
      rows={[
        ['Dispute', formatRupees(dispute.amount)],
        ['Status', `${words(dispute.status)}, ${words(dispute.phase)}`],
        ['Reason', words(dispute.reason)],
        [
          dispute.status === 'open' ? 'Answer' : 'Answer was due',
          dispute.respond_by && `${fromNow(dispute.respond_by)} (${asTime(dispute.respond_by)})`,
        ],
        ['Deducted', dispute.deducted > 0 ? formatRupees(dispute.deducted) : null],
        ['Dispute ID', dispute.id],
        ['What to do', dispute.status === 'open' ? advice.dispute : null],
        ['Refunds', blocksRefund(dispute) ? 'None of this payment until the dispute is decided.' : null],
        ['Razorpay', dispute.status === 'open' && <DashboardLink />],
      ]}
    />
  );
}

export function Settled({ id, utr, amount, at }: Story['settlements'][number]) {
  return (
    <Text size={1}>
      {formatRupees(amount)} on {asTime(at)}, UTR {utr ?? 'not known yet'}, in{' '}
      <DeskLink screen="settlements" id={id} text={id} />
    </Text>
  );
}
