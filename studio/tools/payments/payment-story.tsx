import { Button } from '@sanity/ui';
import { type ReactNode, useEffect } from 'react';
import { siteAddress } from '#studio/settings.ts';
import { Act, Field, FormDialog, Opening } from '#studio/ui/forms.tsx';
import { asTime, words } from '#studio/ui/labels.ts';
import { Facts, Note, Screen, Section, StateBadge } from '#studio/ui/parts.tsx';
import { useDesk } from '#studio/ui/staff-api.ts';
import { type Column, Remote, Table } from '#studio/ui/table.tsx';
import { formatRupees } from '#web/contracts/money.ts';
import { stateOf } from './advice.ts';
import type { Story } from './answers.ts';
import { Attempt, Dispute, Refund, Request, Settled } from './payment-parts.tsx';

/** Milliseconds between refreshes while a refund is pending. */
const followEvery = 5000;

export function PaymentStory({ orderId }: { orderId: string }) {
  return (
    <Remote
      ask={(desk, id) => desk.payments[':orderId'].$get({ param: { orderId: encodeURIComponent(id) } })}
      about={orderId}
    >
      {(story) => <Told story={story} />}
    </Remote>
  );
}

function Told({ story }: { story: Story }) {
  const { order, requests, refunds, disputes, payments } = story;
  const desk = useDesk();
  const calls = desk.payments[':orderId'];
  const param = { orderId: order.id };
  const surplus = payments.reduce((sum, payment) => sum + payment.surplus, 0);
  const customer = order.customer_name ?? 'the customer';
  // Sent ones show with their refund.
  const asked = requests.filter(({ state }) => state !== 'sent');
  const isUnderWay =
    refunds.some(({ status }) => status === 'pending') || asked.some(({ state }) => state === 'approved');
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && desk.refresh(), followEvery);
    return () => clearInterval(timer);
  }, [isUnderWay, desk]);
  const parts: [string, ReactNode[]][] = [
    [
      'Refunds asked for',
      asked.map((request) => <Request key={request.id} request={request} customer={customer} />),
    ],
    ['Disputes', disputes.map((dispute) => <Dispute key={dispute.id} dispute={dispute} />)],
    ['Attempts', payments.map((payment) => <Attempt key={payment.id} payment={payment} order={order} />)],
    ['Refunds', refunds.map((refund) => <Refund key={refund.id} refund={refund} story={story} />)],
    ['Settlements', story.settlements.map((one) => <Settled key={`${one.id}-${one.subject}`} {...one} />)],
  ];
  return (
    <Screen
      title={`Bill ${order.bill_number}`}
      actions={
        <>
          <Act text="Ask Razorpay now" act={() => desk.act(calls.ask.$post({ param }))} />
          {order.status === 'paid' && <Receipt orderId={order.id} url={siteAddress() + order.receipt} />}
        </>
      }
    >
      <Overview order={order} />
      {order.hasSurplus && (
        <Section title="Too much paid">
          <Note tone="caution">
            {formatRupees(surplus)} of this payment are more than the bill asks for. Refund them or move them
            to another bill, and this note goes by itself. Was it meant, or settled in another way? Then say
            so; your name and the time are kept.
          </Note>
          <Act
            text="Mark as looked at"
            sure="Yes, it is in order"
            act={() => desk.act(calls.settle.$post({ param }))}
          />
        </Section>
      )}
      {parts
        .filter(([, cards]) => cards.length > 0)
        .map(([title, cards]) => (
          <Section key={title} title={title}>
            {cards}
          </Section>
        ))}
      <Section title="What happened">
        <Table label="What happened" columns={columns} rows={timelineOf(story)} keyOf={({ key }) => key} />
      </Section>
    </Screen>
  );
}

function Receipt({ orderId, url }: { orderId: string; url: string }) {
  return (
    <>
      <Opening text="Mail receipt">
        <FormDialog
          title="Mail receipt"
          submit="Send"
          send={(desk, json) => desk.payments[':orderId'].mail.$post({ param: { orderId }, json })}
          done="Now under Messages"
        >
          <Field name="email" label="E-mail address" type="email" autoFocus />
        </FormDialog>
      </Opening>
      <Act text="Copy receipt’s link" done="Copied" act={() => navigator.clipboard.writeText(url)} />
      <Button as="a" href={url} target="_blank" text="Open receipt to print" mode="ghost" />
    </>
  );
}

function Overview({ order }: { order: Story['order'] }) {
  return (
    <Facts
      rows={[
        ['Amount', formatRupees(order.amount)],
        ['Status', <StateBadge key="state" state={stateOf(order)} />],
        ['Refunded', order.refunded_amount > 0 && formatRupees(order.refunded_amount)],
        ['Customer', order.customer_name ?? 'erased'],
        ['Phone', order.customer_phone ?? 'erased'],
        ['Begun', asTime(order.created_at)],
        ['Paid', asTime(order.paid_at)],
        ['Our reference', order.reference],
        ['Order ID', order.id],
      ]}
    />
  );
}

function timelineOf({ entries, events }: Story) {
  const lines = [
    ...entries.map(({ id, title, detail, ...entry }) => ({
      key: `entry-${id}`,
      what: detail ? `${title}: ${detail}` : title,
      ...entry,
    })),
    ...events.map(({ id, at, event, source, actor }) => ({
      key: `event-${id}`,
      what: `${words(event)}, ${actor ? `by ${actor}` : `known from ${words(`by.${source}`)}`}`,
      at,
      subject: null,
      amount: null,
    })),
  ];
  return lines.sort((a, b) => a.at.localeCompare(b.at));
}

const columns: Column<ReturnType<typeof timelineOf>[number]>[] = [
  { title: 'When', cell: ({ at }) => asTime(at) },
  { title: 'What', cell: ({ what }) => what },
  { title: 'ID', cell: ({ subject }) => subject },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => amount !== null && formatRupees(amount) },
];
