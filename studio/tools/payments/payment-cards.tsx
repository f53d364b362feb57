import { Flex, Text } from '@sanity/ui';
import { useState } from 'react';
import { useCurrentUser } from 'sanity';
import { siteAddress } from '#studio/settings.ts';
import { FactCard, Facts, Note, ScreenLink, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatTime, fromNow, labelOf, toneOf } from '#studio/ui/labels.ts';
import { useStaffApi } from '#studio/ui/staff-api.ts';
import {
  decimalFromPaise,
  formatRupees,
  paiseFromDecimal,
  plainAmount,
  smallestAmount,
} from '#web/contracts/money.ts';
import { blocksRefund, disputesDashboard, isDecided } from '#web/contracts/states.ts';
import { advice } from './advice.ts';
import type { PaymentDetails } from './api-types.ts';

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

type RefundRequestCardProps = { request: PaymentDetails['requests'][number]; customer: string };

/** Shows a refund request. If it is waiting, a second person must approve it, which the site enforces. */
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

/** Refunds a payment. Staff enter the amount by the refund policy; only a surplus is filled in. */
function RefundDialog({ order, payment: { id: paymentId, refundable, surplus } }: PaymentCardProps) {
  const { paid, fee, most } = refundable;
  const proposed = Math.min(surplus, most);
  const [rupees, setRupees] = useState(proposed >= smallestAmount ? decimalFromPaise(proposed) : '');
  const amount = paiseFromDecimal(plainAmount(rupees));
  const isValid = amount !== undefined && amount >= smallestAmount && amount <= most;
  const text = amount === undefined ? '' : formatRupees(amount);
  return (
    <FormDialog
      title={`Refund a payment of bill ${order.bill_number}`}
      submit={isValid ? `Refund ${text} …` : 'Refund …'}
      isReady={isValid}
      confirm={() => ({
        question: `Refund ${text} to ${order.customer_name ?? 'the customer of this bill'}?`,
        yes: `Yes, refund ${text}`,
      })}
      send={(api, { reason }, key) =>
        api.payments[':orderId'].refund.$post({
          param: { orderId: order.id },
          json: { reason, key, paymentId, amount },
        })
      }
    >
      <Facts
        rows={[
          ['Paid', formatRupees(paid)],
          ['Gateway fee, with tax', fee > 0 && formatRupees(fee)],
          ['Can be refunded', formatRupees(most)],
          ['Refund policy', <PolicyLink key="policy" />],
        ]}
      />
      <Field
        label="Rupees"
        inputMode="decimal"
        autoFocus
        problem={
          rupees === '' || isValid
            ? undefined
            : `Enter an amount from ${formatRupees(smallestAmount)} to ${formatRupees(most)}.`
        }
        value={rupees}
        onType={setRupees}
      />
      <Field name="reason" label="Reason" isLong />
      <Note>
        The money returns to the customer’s payment method. Razorpay keeps its fee. If the refund exceeds the
        limit per payment or per day, a second person must approve it first.
      </Note>
    </FormDialog>
  );
}

const PolicyLink = () => (
  <a href={`${siteAddress()}/refund-policy`} target="_blank" rel="noreferrer">
    Read the table of refunds
  </a>
);

/** Moves money from a payment to another bill. `most` is the amount that can be moved, in paise. */
export const MovePayment = ({ paymentId, most }: { paymentId: string; most: number }) => (
  <DialogButton text="Move to a bill …" aria-label={`Move to a bill: ${paymentId}`}>
    <FormDialog
      title="Move to a bill"
      submit="Move"
      send={(api, typed, key) => api.payments.moves.$post({ json: { ...typed, key, paymentId } })}
      successText="Moved to the bill"
    >
      <Text size={1}>
        No money is transferred. The amount is simply counted towards the bill that you enter. If that bill
        does not exist yet, create it first under Payment links.
      </Text>
      <Field name="billNumber" label="Bill number" autoFocus />
      <Field name="amount" label="Rupees" inputMode="decimal" defaultValue={decimalFromPaise(most)} />
    </FormDialog>
  </DialogButton>
);

export const DashboardLink = () => (
  <a href={disputesDashboard} target="_blank" rel="noreferrer">
    Answer it in Razorpay’s dashboard
  </a>
);
