import { Button } from '@sanity/ui';
import { type ReactNode, useEffect } from 'react';
import { siteAddress } from '#studio/settings.ts';
import { Facts, Note, Screen, Section, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatTime, labelOf } from '#studio/ui/labels.ts';
import { useStaffApi } from '#studio/ui/staff-api.ts';
import { type Column, StaffQuery, Table } from '#studio/ui/table.tsx';
import { formatRupees } from '#web/contracts/money.ts';
import { stateOf } from './advice.ts';
import type { PaymentDetails } from './api-types.ts';
import { DisputeCard, PaymentCard, RefundCard, RefundRequestCard, SettlementText } from './payment-cards.tsx';

/** Milliseconds between refreshes while a refund is pending. */
const refreshInterval = 5000;

export function PaymentScreen({ orderId }: { orderId: string }) {
  return (
    <StaffQuery
      load={(api, id) => api.payments[':orderId'].$get({ param: { orderId: encodeURIComponent(id) } })}
      about={orderId}
    >
      {(story) => <PaymentOverview story={story} />}
    </StaffQuery>
  );
}

function PaymentOverview({ story }: { story: PaymentDetails }) {
  const { order } = story;
  const api = useStaffApi();
  const calls = api.payments[':orderId'];
  const param = { orderId: order.id };
  useRefreshWhilePending(story);
  return (
    <Screen
      title={`Bill ${order.bill_number}`}
      actions={
        <>
          <ActionButton text="Ask Razorpay now" action={() => api.mutate(calls.ask.$post({ param }))} />
          {order.status === 'paid' && (
            <ReceiptButtons orderId={order.id} url={siteAddress() + order.receipt} />
          )}
        </>
      }
    >
      <OrderFacts order={order} />
      {order.hasSurplus && <SurplusSection story={story} />}
      {cardsOf(story)
        .filter(([, cards]) => cards.length > 0)
        .map(([title, cards]) => (
          <Section key={title} title={title}>
            {cards}
          </Section>
        ))}
      <Section title="History">
        <Table label="History" columns={columns} rows={story.entries} keyOf={({ id }) => String(id)} />
      </Section>
    </Screen>
  );
}

/** Refund requests that have no refund yet. Sent requests are shown with their refunds. */
const openRequestsOf = ({ requests }: PaymentDetails) => requests.filter(({ state }) => state !== 'sent');

function useRefreshWhilePending(story: PaymentDetails): void {
  const api = useStaffApi();
  const isPending =
    story.refunds.some(({ status }) => status === 'pending') ||
    openRequestsOf(story).some(({ state }) => state === 'approved');
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && api.refresh(), refreshInterval);
    return () => clearInterval(timer);
  }, [isPending, api]);
}

function cardsOf(story: PaymentDetails): [string, ReactNode[]][] {
  const { order, refunds, disputes, payments, settlements } = story;
  const customer = order.customer_name ?? 'the customer';
  return [
    [
      'Refund requests',
      openRequestsOf(story).map((request) => (
        <RefundRequestCard key={request.id} request={request} customer={customer} />
      )),
    ],
    ['Disputes', disputes.map((dispute) => <DisputeCard key={dispute.id} dispute={dispute} />)],
    ['Attempts', payments.map((payment) => <PaymentCard key={payment.id} payment={payment} order={order} />)],
    ['Refunds', refunds.map((refund) => <RefundCard key={refund.id} refund={refund} story={story} />)],
    ['Settlements', settlements.map((one) => <SettlementText key={`${one.id}-${one.subject}`} {...one} />)],
  ];
}

function SurplusSection({ story: { order, payments } }: { story: PaymentDetails }) {
  const api = useStaffApi();
  const surplus = payments.reduce((sum, payment) => sum + payment.surplus, 0);
  const settle = () =>
    api.payments[':orderId'].settle.$post({ param: { orderId: order.id }, json: { surplus } });
  return (
    <Overpaid surplus={surplus} review={() => api.mutate(settle())}>
      Refund it or move it to another bill, and this note disappears.
    </Overpaid>
  );
}

type OverpaidProps = { surplus: number; review(): Promise<unknown>; children: ReactNode };

/** Says how much was overpaid, in paise. `children` say what to do. */
export function Overpaid({ surplus, review, children }: OverpaidProps) {
  return (
    <Section title="Overpaid">
      <Note tone="caution">
        The customer paid {formatRupees(surplus)} more than the bill. {children} If it was intended or settled
        in another way, mark it as reviewed. Your name and the time are recorded.
      </Note>
      <ActionButton text="Mark as reviewed" confirmText="Yes, mark as reviewed" action={review} />
    </Section>
  );
}

function ReceiptButtons({ orderId, url }: { orderId: string; url: string }) {
  return (
    <>
      <DialogButton text="E-mail the receipt">
        <FormDialog
          title="E-mail the receipt"
          submit="Send"
          send={(api, json) => api.payments[':orderId'].mail.$post({ param: { orderId }, json })}
          successText="The receipt is now under Messages"
        >
          <Field name="email" label="E-mail address" type="email" autoFocus />
        </FormDialog>
      </DialogButton>
      <ActionButton
        text="Copy receipt link"
        doneText="Copied"
        action={() => navigator.clipboard.writeText(url)}
      />
      <Button as="a" href={url} target="_blank" text="Open receipt to print" mode="ghost" />
    </>
  );
}

function OrderFacts({ order }: { order: PaymentDetails['order'] }) {
  return (
    <Facts
      rows={[
        ['Amount', formatRupees(order.amount)],
        ['Status', <StateBadge key="state" state={stateOf(order)} />],
        ['Refunded', order.refunded_amount > 0 && formatRupees(order.refunded_amount)],
        ['Customer', order.customer_name ?? 'erased'],
        ['Phone', order.customer_phone ?? 'erased'],
        ['Started', formatTime(order.created_at)],
        ['Paid', formatTime(order.paid_at)],
        ['Our reference', order.reference],
        ['Order ID', order.id],
      ]}
    />
  );
}

const columns: Column<PaymentDetails['entries'][number]>[] = [
  { title: 'When', cell: ({ at }) => formatTime(at) },
  { title: 'What', cell: ({ title, detail }) => (detail ? `${title}: ${detail}` : title) },
  { title: 'Reported by', cell: ({ source }) => labelOf(`by.${source}`) },
  { title: 'ID', cell: ({ subject }) => subject },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
];
