import { Button, Stack } from '@sanity/ui';
import { type ReactNode, useEffect } from 'react';
import { siteAddress } from '#studio/settings.ts';
import { type Story, storySchema } from '#web/payments/desk/contract.ts';
import { formatRupees } from '#web/payments/money.ts';
import { Act, Field, FormDialog, Opening } from './acts.tsx';
import { asTime, words } from './labels.ts';
import { DeskLink, Facts, Note, Screen, Section } from './parts.tsx';
import { Attempt, Dispute, Refund, Request } from './payment-parts.tsx';
import { useDesk } from './site.ts';
import { type Column, Remote, Table } from './table.tsx';

/** Milliseconds between two looks at a refund that is under way. */
const followEvery = 5000;

/** One order's whole story, and what can be done about it. */
export function PaymentStory({ orderId }: { orderId: string }) {
  return (
    <Remote schema={storySchema} path={`/${encodeURIComponent(orderId)}`}>
      {(story) => <Told story={story} />}
    </Remote>
  );
}

function Told({ story }: { story: Story }) {
  const { order, requests, refunds, disputes, payments } = story;
  const desk = useDesk();
  // One that was given to Razorpay is shown with its refund.
  const asked = requests.filter(({ state }) => state !== 'sent');
  const isUnderWay =
    refunds.some(({ status }) => status === 'pending') || asked.some(({ state }) => state === 'approved');
  useEffect(() => {
    if (!isUnderWay) return;
    const look = () => document.visibilityState === 'visible' && desk.refresh();
    const timer = setInterval(look, followEvery);
    return () => clearInterval(timer);
  }, [isUnderWay, desk]);
  return (
    <Screen
      title={`Bill ${order.bill_number}`}
      actions={
        <>
          <Act text="Ask Razorpay now" act={() => desk.post(`/${order.id}/ask`)} />
          {order.status === 'paid' && <Receipt orderId={order.id} url={siteAddress() + order.receipt} />}
        </>
      }
    >
      <Overview story={story} />
      {order.duplicate && <SecondPayment orderId={order.id} />}
      <Parts title="Refunds asked for">
        {asked.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </Parts>
      <Parts title="Disputes">
        {disputes.map((dispute) => (
          <Dispute key={dispute.id} dispute={dispute} />
        ))}
      </Parts>
      <Parts title="Attempts">
        {payments.map((payment) => (
          <Attempt key={payment.id} payment={payment} story={story} />
        ))}
      </Parts>
      <Parts title="Refunds">
        {refunds.map((refund) => (
          <Refund key={refund.id} refund={refund} story={story} />
        ))}
      </Parts>
      <Section title="What happened">
        <Table label="What happened" columns={columns} rows={timelineOf(story)} keyOf={({ key }) => key} />
      </Section>
    </Screen>
  );
}

/** Things of one kind under their heading, if there are any. */
function Parts({ title, children }: { title: string; children: ReactNode[] }) {
  return children.length > 0 && <Section title={title}>{children}</Section>;
}

function Receipt({ orderId, url }: { orderId: string; url: string }) {
  return (
    <>
      <Opening text="Mail receipt">
        <FormDialog title="Mail receipt" submit="Send" path={`/${orderId}/mail`}>
          <Field name="email" label="E-mail address" type="email" autoFocus />
        </FormDialog>
      </Opening>
      <Act text="Copy receipt’s link" done="Copied" act={() => navigator.clipboard.writeText(url)} />
      <Button as="a" href={url} target="_blank" text="Open receipt to print" mode="ghost" />
    </>
  );
}

function Overview({ story: { order, settlements } }: { story: Story }) {
  return (
    <Facts
      rows={[
        ['Amount', formatRupees(order.amount)],
        ['State', words(order.status)],
        ['Customer', order.customer_name ?? 'erased'],
        ['Phone', order.customer_phone ?? 'erased'],
        ['Begun', asTime(order.created_at)],
        ['Paid', asTime(order.paid_at)],
        ['Our reference', order.reference],
        ['Order ID', order.id],
        ...settlements.map(
          ({ id, utr, subject, amount, at }) =>
            [
              'Settled',
              <span key={`${id}-${subject}`}>
                {formatRupees(amount)} on {asTime(at)}, UTR {utr ?? 'not known yet'}, in{' '}
                <DeskLink screen="settlements" id={id} text={id} />
              </span>,
            ] as const,
        ),
      ]}
    />
  );
}

/** Entries of the books and the trail of how they became known, in the order of time. */
function timelineOf({ entries, events }: Story) {
  const lines = [
    ...entries.map(({ id, kind, detail, ...entry }) => ({
      key: `entry-${id}`,
      what: detail ? `${words(kind)}: ${detail}` : words(kind),
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

/** What to do about a second payment for a bill, and the way to say that somebody has. */
function SecondPayment({ orderId }: { orderId: string }) {
  const desk = useDesk();
  return (
    <Stack gap={3}>
      <Note tone="caution">
        This bill was paid before. Refund one of the two payments, and the flag goes by itself. Were both
        meant, or was it settled in another way? Then say so; your name and the time are kept.
      </Note>
      <Act text="Mark as looked at" sure="Yes, it is in order" act={() => desk.post(`/${orderId}/settle`)} />
    </Stack>
  );
}
