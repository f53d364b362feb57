import { Badge, Card, Stack, Text } from '@sanity/ui';
import { formatRupees } from '#web/contracts/money.ts';
import { type Today as Figures, type Hand, todaySchema } from '#web/contracts/payments.ts';
import { Field, FormDialog, Opening } from './acts.tsx';
import { advice, asTime, fromNow, words } from './labels.ts';
import { DeskLink, Note, Screen, Section } from './parts.tsx';
import { Remote, Table } from './table.tsx';

type Sums = Figures['today'];

const lines: { title: string; of(sums: Sums): string }[] = [
  { title: 'Payments', of: ({ payments }) => payments.toLocaleString('en-IN') },
  { title: 'Taken', of: ({ captured }) => formatRupees(captured) },
  { title: 'Razorpay’s fees, with tax', of: ({ fees }) => formatRupees(0 - fees) },
  { title: 'Refunded', of: ({ refunded }) => formatRupees(0 - refunded) },
  { title: 'Deducted for disputes', of: ({ deducted }) => formatRupees(0 - deducted) },
  {
    title: 'Left over',
    of: ({ captured, fees, refunded, deducted }) => formatRupees(captured - fees - refunded - deducted),
  },
];

/** The first screen: today's money, what needs a hand, and whether the news is fresh. */
export function Today() {
  return (
    <Screen title="Today">
      <Remote schema={todaySchema} path="/today">
        {(figures) => (
          <div className="desk-columns">
            <Hands {...figures} />
            <Stack gap={5}>
              <Money figures={figures} />
              <Section title="How fresh this is">
                <Text size={1}>Last message from Razorpay: {since(figures.webhook_at)}</Text>
                <Text size={1}>Last comparison with Razorpay’s own lists: {since(figures.swept_at)}</Text>
              </Section>
            </Stack>
          </div>
        )}
      </Remote>
    </Screen>
  );
}

const since = (moment: string | null) => (moment ? `${fromNow(moment)} (${asTime(moment)})` : 'never yet');

function Money({ figures: { today, month } }: { figures: Figures }) {
  return (
    <Section title="Money">
      <Table
        label="Money of today and this month"
        isNarrow
        columns={[
          { title: ' ', cell: ({ title }) => title },
          { title: 'Today', isAmount: true, cell: ({ of }) => of(today) },
          { title: 'This month', isAmount: true, cell: ({ of }) => of(month) },
        ]}
        rows={lines}
        keyOf={({ title }) => title}
      />
    </Section>
  );
}

function Hands({ hands, more }: Pick<Figures, 'hands' | 'more'>) {
  return (
    <Section title={hands.length > 0 ? `What needs a hand: ${hands.length + more}` : 'What needs a hand'}>
      {hands.length === 0 && (
        <Note tone="positive">Nothing. Refunds, disputes and messages are all as they should be.</Note>
      )}
      <Stack as="ul" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {hands.map((hand) => (
          <HandCard key={`${hand.kind}-${hand.subject}`} hand={hand} />
        ))}
      </Stack>
      {more > 0 && <Note>And {more} more, which are shown as these are done.</Note>}
    </Section>
  );
}

function HandCard({ hand }: { hand: Hand }) {
  const detail = hand.kind === 'dispute' ? words(hand.detail) : hand.detail;
  return (
    <Card as="li" border padding={4} radius={2} tone={hand.kind === 'dispute' ? 'critical' : 'caution'}>
      <Stack gap={4}>
        <Text weight="semibold" size={1}>
          {words(`hand.${hand.kind}`)}
          {hand.amount !== null && `: ${formatRupees(hand.amount)}`}
        </Text>
        {hand.deadline && <Deadline at={hand.deadline} />}
        <Text size={1}>{advice[hand.kind]}</Text>
        <Text size={1} muted style={{ overflowWrap: 'anywhere' }}>
          {[detail, hand.kind !== 'refund-waiting' && hand.subject, `since ${asTime(hand.at)}`]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {hand.order_id && <DeskLink screen="payments" id={hand.order_id} text="Open the payment" />}
        {hand.kind.startsWith('settlement') && (
          <DeskLink screen="settlements" id={hand.subject} text="Open the settlement" />
        )}
        {hand.kind === 'mail-failed' && <DeskLink screen="messages" text="Open the messages" />}
        {hand.kind === 'unexplained' && (
          <Opening text="Close it with a note">
            <FormDialog
              title={`What was ${hand.subject}?`}
              submit="Close it"
              path={`/unexplained/${encodeURIComponent(hand.subject)}`}
            >
              <Field name="note" label="Note" isLong autoFocus />
            </FormDialog>
          </Opening>
        )}
      </Stack>
    </Card>
  );
}

/** When a dispute has to be answered. */
function Deadline({ at }: { at: string }) {
  const isLate = Date.parse(at) < Date.now();
  return (
    <Text size={1}>
      <Badge tone="critical">
        {isLate ? 'Deadline was' : 'Answer'} {fromNow(at)}, {asTime(at)}
      </Badge>
    </Text>
  );
}
