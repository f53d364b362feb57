import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { Badge, Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type Today as Figures, type Hand, todaySchema } from '#web/payments/desk/contract.ts';
import { formatRupees } from '#web/payments/money.ts';
import { FormDialog } from './form-dialog.tsx';
import { asTime, fromNow, handLabels, words } from './labels.ts';
import { DeskLink, Loading, Problem, Screen, Section, Table } from './parts.tsx';
import { useRemote } from './remote.ts';
import { useDesk } from './requests.ts';
import styles from './styles.ts';

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
  const { data, problem, reload } = useRemote(todaySchema, '/today');
  return (
    <Screen title="Today">
      <Problem problem={problem} onRetry={reload} />
      {!data && !problem && <Loading />}
      {data && (
        <div className={styles.columns}>
          <Stack gap={5}>
            <Section title="Money">
              <Table
                label="Money of today and this month"
                isNarrow
                columns={[
                  { title: ' ', cell: ({ title }) => title },
                  { title: 'Today', isAmount: true, cell: ({ of }) => of(data.today) },
                  { title: 'This month', isAmount: true, cell: ({ of }) => of(data.month) },
                ]}
                rows={lines}
                keyOf={({ title }) => title}
              />
            </Section>
            <Section title="How fresh this is">
              <Freshness figures={data} />
            </Section>
          </Stack>
          <Section
            title={data.hands.length > 0 ? `What needs a hand: ${data.hands.length}` : 'What needs a hand'}
          >
            {data.hands.length === 0 && (
              <Fine>Nothing. Refunds, disputes and messages are all as they should be.</Fine>
            )}
            <Stack as="ul" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {data.hands.map((hand) => (
                <HandCard key={`${hand.kind}-${hand.subject}`} hand={hand} onChange={reload} />
              ))}
            </Stack>
          </Section>
        </div>
      )}
    </Screen>
  );
}

function Fine({ children }: { children: string }) {
  return (
    <Card padding={4} radius={2} tone="positive">
      <Flex gap={3}>
        <Text size={1}>
          <CheckmarkCircleIcon />
        </Text>
        <Text size={1}>{children}</Text>
      </Flex>
    </Card>
  );
}

function Freshness({ figures: { webhook_at, swept_at, hands } }: { figures: Figures }) {
  const isSilent = hands.some(({ kind }) => kind === 'webhooks-silent' || kind === 'sweep-late');
  const since = (moment: string | null) => (moment ? `${fromNow(moment)} (${asTime(moment)})` : 'never yet');
  return (
    <Stack gap={3}>
      <Text size={1}>Last word from Razorpay’s webhook: {since(webhook_at)}</Text>
      <Text size={1}>Last comparison with Razorpay’s own lists: {since(swept_at)}</Text>
      {!isSilent && (
        <Text size={1} muted>
          Both are as they should be.
        </Text>
      )}
    </Stack>
  );
}

function HandCard({ hand, onChange }: { hand: Hand; onChange(): void }) {
  const { title, advice } = handLabels[hand.kind];
  const isLate = hand.deadline !== null && Date.parse(hand.deadline) < Date.now();
  return (
    <Card as="li" border padding={4} radius={2} tone={hand.kind === 'dispute' ? 'critical' : 'caution'}>
      <Stack gap={4}>
        <Flex gap={4} justify="space-between" wrap="wrap">
          <Text weight="semibold" size={1}>
            {title}
          </Text>
          {hand.amount !== null && (
            <Text weight="semibold" size={1} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatRupees(hand.amount)}
            </Text>
          )}
        </Flex>
        {hand.deadline && (
          <Text size={1}>
            <Badge tone="critical">
              {isLate ? 'Deadline was' : 'Answer'} {fromNow(hand.deadline)}
            </Badge>{' '}
            {isLate ? 'on' : 'by'} {asTime(hand.deadline)}
          </Text>
        )}
        <Text size={1}>{advice}</Text>
        <Text size={1} muted style={{ overflowWrap: 'anywhere' }}>
          {[hand.detail && words(hand.detail), hand.subject, `since ${asTime(hand.at)}`]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {hand.order_id && (
          <Text size={1}>
            <DeskLink screen="payments" id={hand.order_id}>
              Open the payment
            </DeskLink>
          </Text>
        )}
        {hand.kind === 'mail-failed' && (
          <Text size={1}>
            <DeskLink screen="messages">Open the messages</DeskLink>
          </Text>
        )}
        {hand.kind === 'unexplained' && <Explain subject={hand.subject} onDone={onChange} />}
      </Stack>
    </Card>
  );
}

/** Closes unexplained money with a note of what it was. */
function Explain({ subject, onDone }: { subject: string; onDone(): void }) {
  const desk = useDesk();
  const [isOpen, setOpen] = useState(false);
  return (
    <Flex>
      <Button text="Close it with a note" mode="ghost" onClick={() => setOpen(true)} />
      {isOpen && (
        <FormDialog
          title={`What was ${subject}?`}
          fields={[{ name: 'note', label: 'Note', type: 'long' }]}
          submit="Close it"
          onSubmit={async (typed) => {
            await desk.post(z.unknown(), `/unexplained/${encodeURIComponent(subject)}`, typed);
            onDone();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Flex>
  );
}
