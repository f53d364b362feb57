import { Card, Flex, Stack, Text } from '@sanity/ui';
import { Note, Screen, ScreenLink, Section } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatMonth, formatTime, fromNow, labelOf, pluralize } from '#studio/ui/labels.ts';
import { useStaffApi } from '#studio/ui/staff-api.ts';
import { StaffQuery, Table } from '#studio/ui/table.tsx';
import { currency, formatMoney, formatRupees } from '#web/contracts/money.ts';
import { advice } from './advice.ts';
import type { ActionItem, Figures } from './api-types.ts';
import { DashboardLink, MovePayment } from './payment-cards.tsx';
import { Exports } from './payment-list.tsx';

type Sums = Figures['today'];

const lines: Record<keyof Sums | 'net', { title: string; of(sums: Sums): string }> = {
  payments: { title: 'Payments', of: ({ payments }) => payments.toLocaleString('en-IN') },
  captured: { title: 'Taken', of: ({ captured }) => formatRupees(captured) },
  received: { title: 'By bank, cheque and cash', of: ({ received }) => formatRupees(received) },
  tds: { title: 'TDS', of: ({ tds }) => formatRupees(tds) },
  givenUp: { title: 'Written off and credited', of: ({ givenUp }) => formatRupees(givenUp) },
  fees: { title: 'Razorpay’s fees, with tax', of: ({ fees }) => formatRupees(0 - fees) },
  refunded: { title: 'Refunded', of: ({ refunded }) => formatRupees(0 - refunded) },
  deducted: { title: 'Deducted for disputes', of: ({ deducted }) => formatRupees(0 - deducted) },
  net: {
    title: 'Net',
    of: ({ captured, received, fees, refunded, deducted }) =>
      formatRupees(captured + received - fees - refunded - deducted),
  },
};

export function Today() {
  return (
    <Screen title="Today">
      <StaffQuery load={(api) => api.payments.today.$get()}>
        {(figures) => (
          <div className="staff-columns">
            <ActionItemList {...figures} />
            <Stack gap={5}>
              <Totals figures={figures} />
              <Months {...figures.months} />
            </Stack>
          </div>
        )}
      </StaffQuery>
    </Screen>
  );
}

function Totals({ figures: { today, month } }: { figures: Figures }) {
  return (
    <Section title="Money">
      <Table
        label="Money today and this month"
        isNarrow
        columns={[
          { title: ' ', cell: ({ title }) => title },
          { title: 'Today', isAmount: true, cell: ({ of }) => of(today) },
          { title: 'This month', isAmount: true, cell: ({ of }) => of(month) },
        ]}
        rows={Object.values(lines)}
        keyOf={({ title }) => title}
      />
    </Section>
  );
}

/** Closes months in their order. The entries and exports of a closed month never change. */
function Months({ closed, open: [next, ...later], unfinished }: Figures['months']) {
  const api = useStaffApi();
  const { confirming = 0, unsettled = 0, waiting = 0 } = unfinished ?? {};
  const warnings = [
    confirming > 0 && `${pluralize(confirming, 'payment')} pending confirmation`,
    unsettled > 0 && `${pluralize(unsettled, 'payment')} not paid out to your bank account`,
    waiting > 0 && `${pluralize(waiting, 'manual entry')} waiting for approval or clearing`,
  ].filter(Boolean);
  const close = (month: string) => () =>
    api.mutate(api.payments.months[':month'].close.$post({ param: { month } }));
  return (
    <Section title="Months">
      <Text size={1}>
        A closed month never changes. Later corrections are entered on the day they become known, with a note.
      </Text>
      {next && warnings.length > 0 && (
        <Note tone="caution">
          {formatMonth(next)} still has {warnings.join(', ')}. If you close it now, the results get a later
          date.
        </Note>
      )}
      {next && (
        <ActionButton
          text={`Close ${formatMonth(next)}`}
          confirmText={`Yes, close ${formatMonth(next)}`}
          action={close(next)}
        />
      )}
      {later.length > 0 && (
        <Text size={1} muted>
          Then {later.map(formatMonth).join(', ')}.
        </Text>
      )}
      {closed.map(({ month, closed_by, closed_at, from, to }, index) => (
        <Flex key={month} gap={2} wrap="wrap" align="center">
          <Text size={1}>
            {formatMonth(month)} is closed, by {closed_by}, {formatTime(closed_at)}
          </Text>
          {index === 0 && <Exports from={from} to={to} />}
        </Flex>
      ))}
    </Section>
  );
}

function ActionItemList({
  actionItems,
  conditions,
  more,
}: Pick<Figures, 'actionItems' | 'conditions' | 'more'>) {
  const count = actionItems.length + conditions.length + more;
  return (
    <Section title={count > 0 ? `Needs attention: ${count}` : 'Needs attention'}>
      {count === 0 && (
        <Note tone="positive">Nothing needs attention. There are no open refunds, disputes or messages.</Note>
      )}
      {conditions.map(({ id, title, advice, detail, severity, at }) => (
        <Note key={id} tone={severity === 'error' ? 'critical' : 'caution'}>
          <strong>{title}.</strong> {advice}
          <br />
          {detail} · since {formatTime(at)}
        </Note>
      ))}
      <Stack as="ul" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {actionItems.map((item) => (
          <ActionCard key={`${item.kind}-${item.subject}`} item={item} />
        ))}
      </Stack>
      {more > 0 && <Note>{more} more appear as you deal with these.</Note>}
    </Section>
  );
}

function ActionCard({ item }: { item: ActionItem }) {
  const detail = item.kind === 'dispute' ? labelOf(item.detail) : item.detail;
  return (
    <Card as="li" border padding={4} radius={2} tone={item.kind === 'dispute' ? 'critical' : 'caution'}>
      <Stack gap={4}>
        <Text weight="semibold" size={1}>
          {labelOf(`action.${item.kind}`)}
          {item.amount !== null && `: ${formatMoney(item.amount, item.currency ?? currency)}`}
        </Text>
        {item.bill_number && (
          <Text size={1} style={{ overflowWrap: 'anywhere' }}>
            Bill {item.bill_number} · {item.customer_name ?? 'customer erased'}
          </Text>
        )}
        {item.deadline && <Deadline at={item.deadline} />}
        <Text size={1}>{advice[item.kind]}</Text>
        <Text size={1} muted style={{ overflowWrap: 'anywhere' }}>
          {[
            item.entry && labelOf(item.entry),
            detail,
            item.kind !== 'refund-waiting' && !item.bill_id && item.subject,
            `since ${formatTime(item.at)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {item.kind === 'dispute' && <DashboardLink />}
        {item.order_id && <ScreenLink screen="payments" id={item.order_id} text="Open the payment" />}
        {item.bill_id && <ScreenLink screen="links" id={item.bill_id} text="Open the bill" />}
        {item.kind.startsWith('settlement') && (
          <ScreenLink screen="settlements" id={item.subject} text="Open the settlement" />
        )}
        {item.kind === 'bill-number' && <ScreenLink screen="retainers" text="Enter the number" />}
        {item.kind === 'mail-failed' && <ScreenLink screen="messages" text="Open the messages" />}
        {isMovable(item) && <MovePayment paymentId={item.subject} most={item.amount ?? 0} />}
        {(item.kind === 'unexplained' || item.kind === 'over-returned') && (
          <DialogButton text="Close it with a note">
            <FormDialog
              title={`What was ${item.subject}?`}
              submit="Close"
              send={(api, json) =>
                api.payments.unexplained[':subject'].$post({
                  param: { subject: encodeURIComponent(item.subject) },
                  json,
                })
              }
            >
              <Field name="note" label="Note" isLong autoFocus />
            </FormDialog>
          </DialogButton>
        )}
      </Stack>
    </Card>
  );
}

/** Returns whether an item is a payment in rupees that can be moved to another bill. */
const isMovable = ({ kind, subject, ...item }: ActionItem) =>
  ['second', 'overpaid', 'paid-cancelled', 'unexplained'].includes(kind) &&
  subject.startsWith('pay_') &&
  (item.currency ?? currency) === currency;

function Deadline({ at }: { at: string }) {
  const isLate = Date.parse(at) < Date.now();
  return (
    <Text size={1} weight="semibold">
      {isLate ? 'The deadline was' : 'Answer due'} {fromNow(at)}, {formatTime(at)}
    </Text>
  );
}
