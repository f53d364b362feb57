import { Badge, Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useEffect, useState } from 'react';
import { type Story, storySchema } from '#web/payments/desk/contract.ts';
import { formatRupees } from '#web/payments/money.ts';
import { asTime, fromNow, refundLabels, timelineOf } from './labels.ts';
import { MailReceipt } from './mail-receipt.tsx';
import {
  type Column,
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
  const [refunding, setRefunding] = useState<Payment>();
  const [isMailing, setMailing] = useState(false);

  const follows = data !== undefined && isUnderWay(data);
  useEffect(() => {
    if (!follows) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), followEvery);
    return () => clearInterval(timer);
  }, [follows, reload]);

  const change = (path: string, body?: object) =>
    act.run(async () => set(await desk.post(storySchema, path, body)));
  const ask = () => change(`/${orderId}/ask`);

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
              onClick={ask}
            />
            {data.order.status === 'paid' && (
              <>
                <Button text="Mail receipt" mode="ghost" onClick={() => setMailing(true)} />
                <CopyButton text={data.order.receipt} label="Copy receipt’s link" />
                <Button as="a" href={data.order.receipt} target="_blank" text="Open receipt" mode="ghost" />
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
          {data.requests.length > 0 && (
            <Section title="Refunds that were asked for">
              {data.requests.map((request) => (
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
          {isMailing && <MailReceipt orderId={orderId} onClose={() => setMailing(false)} />}
        </>
      )}
    </Screen>
  );
}

const orderStates = { paid: 'Paid', attempted: 'Tried, not paid', created: 'Not tried' };

function Overview({ story: { order, settlements } }: { story: Story }) {
  return (
    <Facts
      rows={[
        ['Amount', formatRupees(order.amount)],
        ['State', orderStates[order.status]],
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

function Attempt(props: { payment: Payment; story: Story; onRefund: (() => void) | undefined }) {
  const { payment, story, onRefund } = props;
  const refunds = story.refunds.filter(({ payment_id }) => payment_id === payment.id);
  return (
    <Card border padding={4} radius={2}>
      <Stack gap={4}>
        <Facts
          rows={[
            ['Payment ID', payment.id],
            ['State', payment.status],
            ['Amount', formatRupees(payment.amount)],
            ['Method', [payment.method, payment.method_detail].filter(Boolean).join(', ')],
            ['UPI address', payment.vpa],
            ['Bank reference', payment.reference],
            ['Fee, with tax', payment.fee === null ? null : formatRupees(payment.fee)],
            ['Tax in it', payment.tax === null ? null : formatRupees(payment.tax)],
            ['Why it failed', payment.error_reason],
            ['Begun', asTime(payment.created_at)],
            ['Paid', payment.captured_at && asTime(payment.captured_at)],
          ]}
        />
        {refunds.map((refund) => (
          <Card key={refund.id} borderTop paddingTop={4}>
            <Facts
              rows={[
                ['Refund', formatRupees(refund.amount)],
                [
                  'State',
                  <Badge key="state" tone={refundLabels[refund.status].tone}>
                    {refundLabels[refund.status].label}
                  </Badge>,
                ],
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

function Dispute({ dispute }: { dispute: Story['disputes'][number] }) {
  const isOpen = dispute.respond_by !== null && ['open', 'under_review'].includes(dispute.status);
  return (
    <Card border padding={4} radius={2} tone={isOpen ? 'critical' : 'default'}>
      <Facts
        rows={[
          ['Dispute', formatRupees(dispute.amount)],
          ['State', `${dispute.status.replaceAll('_', ' ')}, ${dispute.phase.replaceAll('_', ' ')}`],
          ['Reason', dispute.reason],
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

const timelineColumns: Column<ReturnType<typeof timelineOf>[number]>[] = [
  { title: 'When', cell: ({ at }) => asTime(at) },
  { title: 'What', cell: ({ what }) => what },
  { title: 'ID', cell: ({ subject }) => subject ?? '–' },
  {
    title: 'Amount',
    isAmount: true,
    cell: ({ amount }) => (amount === undefined ? '–' : formatRupees(amount)),
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
  const [isSure, setSure] = useState(false);
  return (
    <Card tone="caution" padding={4} radius={2}>
      <Stack gap={4}>
        <Text size={1}>
          This bill was paid before. Refund one of the two payments, and the flag goes by itself. Were both
          meant, or was it settled in another way? Then say so; your name and the time are kept.
        </Text>
        <Flex gap={2} wrap="wrap">
          {isSure ? (
            <>
              <Button
                text="Yes, it is in order"
                tone="caution"
                autoFocus
                disabled={isBusy}
                onClick={onSettle}
              />
              <Button text="No" mode="ghost" disabled={isBusy} onClick={() => setSure(false)} />
            </>
          ) : (
            <Button text="Mark as looked at" mode="ghost" onClick={() => setSure(true)} />
          )}
        </Flex>
      </Stack>
    </Card>
  );
}
