import { Button, Card, Stack, Text } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useEffect, useState } from 'react';
import { siteAddress } from '#studio/settings.ts';
import { type Story, storySchema } from '#web/payments/desk/contract.ts';
import { madeMessageSchema } from '#web/payments/mail/contract.ts';
import { formatRupees } from '#web/payments/money.ts';
import { Attempt, Dispute } from './attempt.tsx';
import { FormDialog } from './form-dialog.tsx';
import { asTime, messageLabels, statusLabels, timelineOf } from './labels.ts';
import {
  type Column,
  Confirm,
  CopyButton,
  DeskLink,
  Empty,
  Facts,
  Loading,
  Problem,
  Screen,
  Section,
  Table,
} from './parts.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundRequestCard } from './refund-request.tsx';
import { useAct, useRemote } from './remote.ts';
import { useDesk } from './requests.ts';

type Payment = Story['payments'][number];

/** Milliseconds between two looks at a refund that is under way. */
const followEvery = 5000;

const isUnderWay = ({ refunds, requests }: Story) =>
  refunds.some(({ status }) => status === 'pending') || requests.some(({ state }) => state === 'approved');

/** What can still be refunded of a payment: less what was given back and what is being asked for. */
function refundable(payment: Payment, { requests }: Story): number {
  if (payment.captured_at === null) return 0;
  const asked = requests
    .filter(({ payment_id, state }) => payment_id === payment.id && ['waiting', 'approved'].includes(state))
    .reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, payment.amount - payment.amount_refunded - asked);
}

/** One order's whole story, and what can be done about it. */
export function PaymentStory({ orderId }: { orderId: string }) {
  const desk = useDesk();
  const { data, problem, reload, set } = useRemote(storySchema, `/${encodeURIComponent(orderId)}`);
  const act = useAct();
  const toast = useToast();
  const [refunding, setRefunding] = useState<Payment>();
  const [isMailing, setMailing] = useState(false);

  // One that was given to Razorpay is shown with its payment.
  const asked = data?.requests.filter(({ state }) => state !== 'sent') ?? [];
  const follows = data !== undefined && isUnderWay(data);
  useEffect(() => {
    if (!follows) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), followEvery);
    return () => clearInterval(timer);
  }, [follows, reload]);

  const change = (path: string, body?: object) =>
    act.run(async () => set(await desk.post(storySchema, path, body)));
  const mail = async (typed: Record<string, string>) => {
    const { message } = await desk.post(madeMessageSchema, `/${orderId}/mail`, typed);
    const title = `Receipt: ${messageLabels[message.state].label.toLowerCase()}`;
    toast.push({ status: 'success', title, description: 'Messages shows what becomes of it.' });
  };

  return (
    <Screen
      title={data ? `Bill ${data.order.bill_number}` : 'Payment'}
      actions={
        data && (
          <>
            <Button
              text={act.isBusy ? 'Asking …' : 'Ask Razorpay now'}
              mode="ghost"
              disabled={act.isBusy}
              onClick={() => change(`/${orderId}/ask`)}
            />
            {data.order.status === 'paid' && (
              <>
                <Button text="Mail receipt" mode="ghost" onClick={() => setMailing(true)} />
                <CopyButton text={siteAddress() + data.order.receipt} label="Copy receipt’s link" />
                <Button
                  as="a"
                  href={siteAddress() + data.order.receipt}
                  target="_blank"
                  text="Open receipt to print"
                  mode="ghost"
                />
              </>
            )}
          </>
        )
      }
    >
      <Problem problem={problem} onRetry={reload} />
      <Problem problem={act.problem} />
      {!data && !problem && <Loading />}
      {data && (
        <>
          <Overview story={data} />
          {data.order.duplicate && (
            <SecondPayment isBusy={act.isBusy} onSettle={() => change(`/${orderId}/settle`)} />
          )}
          {asked.length > 0 && (
            <Section title="Refunds asked for">
              {asked.map((request) => (
                <RefundRequestCard
                  key={request.id}
                  request={request}
                  isBusy={act.isBusy}
                  onDecide={(decision) => change(`/refund-requests/${request.id}/${decision}`)}
                />
              ))}
            </Section>
          )}
          {data.disputes.length > 0 && (
            <Section title="Disputes">
              {data.disputes.map((dispute) => (
                <Dispute key={dispute.id} dispute={dispute} />
              ))}
            </Section>
          )}
          <Section title="Attempts">
            {data.payments.length === 0 && <Empty>Nobody has tried to pay this yet.</Empty>}
            {data.payments.map((payment) => (
              <Attempt
                key={payment.id}
                payment={payment}
                story={data}
                onRefund={refundable(payment, data) >= 100 ? () => setRefunding(payment) : undefined}
              />
            ))}
          </Section>
          <Section title="What happened">
            <Timeline story={data} />
          </Section>
          {refunding && (
            <RefundDialog
              orderId={orderId}
              paymentId={refunding.id}
              most={refundable(refunding, data)}
              onClose={() => setRefunding(undefined)}
              onDone={set}
            />
          )}
          {isMailing && (
            <FormDialog
              title="Mail receipt"
              fields={[{ name: 'email', label: 'E-mail address', type: 'email' }]}
              submit="Send"
              onSubmit={mail}
              onClose={() => setMailing(false)}
            />
          )}
        </>
      )}
    </Screen>
  );
}

function Overview({ story: { order, settlements } }: { story: Story }) {
  return (
    <Facts
      rows={[
        ['Amount', formatRupees(order.amount)],
        ['State', statusLabels[order.status]],
        ['Customer', order.customer_name ?? 'erased'],
        ['Phone', order.customer_phone ?? 'erased'],
        ['Begun', asTime(order.created_at)],
        ['Paid', order.paid_at && asTime(order.paid_at)],
        ['Our reference', order.reference],
        ['Order ID', order.id],
        ...settlements.map(
          ({ id, utr, subject, amount, at }) =>
            [
              'Settled',
              <span key={`${id}-${subject}`}>
                {formatRupees(amount)} on {asTime(at)}, UTR {utr ?? 'not known yet'}, in{' '}
                <DeskLink screen="settlements" id={id}>
                  {id}
                </DeskLink>
              </span>,
            ] as const,
        ),
      ]}
    />
  );
}

const timelineColumns: Column<ReturnType<typeof timelineOf>[number]>[] = [
  { title: 'When', cell: ({ at }) => asTime(at) },
  { title: 'What', cell: ({ what }) => what },
  { title: 'ID', cell: ({ subject }) => subject },
  {
    title: 'Amount',
    isAmount: true,
    cell: ({ amount }) => (amount === undefined ? null : formatRupees(amount)),
  },
];

function Timeline({ story }: { story: Story }) {
  return (
    <Table
      label="What happened"
      columns={timelineColumns}
      rows={timelineOf(story)}
      keyOf={({ key }) => key}
    />
  );
}

/** What to do about a second payment for a bill, and the way to say that somebody has. */
function SecondPayment({ isBusy, onSettle }: { isBusy: boolean; onSettle(): void }) {
  return (
    <Card tone="caution" padding={4} radius={2} border>
      <Stack gap={4}>
        <Text size={1}>
          This bill was paid before. Refund one of the two payments, and the flag goes by itself. Were both
          meant, or was it settled in another way? Then say so; your name and the time are kept.
        </Text>
        <Confirm text="Mark as looked at" sure="Yes, it is in order" isBusy={isBusy} onConfirm={onSettle} />
      </Stack>
    </Card>
  );
}
