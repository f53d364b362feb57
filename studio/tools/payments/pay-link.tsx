import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui';
import { Act, DeskDialog, Field, FormDialog, Opening } from '#studio/ui/forms.tsx';
import { asDay, asTime, words } from '#studio/ui/labels.ts';
import { DeskLink, Facts, Note, Screen, StateBadge } from '#studio/ui/parts.tsx';
import { type Desk, useDesk } from '#studio/ui/staff-api.ts';
import { type Column, Remote, Table } from '#studio/ui/table.tsx';
import { isAllowed, refusalOf } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { chatAddress } from '#web/contracts/phone.ts';
import type { BillMessage, ListedBill, Voucher } from './answers.ts';
import { QrCode } from './qr-code.tsx';
import { Vouchers } from './vouchers.tsx';

const sentColumns: Column<BillMessage>[] = [
  { title: 'Mailed', cell: ({ kind }) => words(kind) },
  { title: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'When', cell: ({ sent_at, created_at }) => asTime(sent_at ?? created_at) },
  { title: 'Why not', cell: ({ problem }) => problem },
];

const askBill = (desk: Desk, billId: string) => desk.payments.bills[':billId'].$get({ param: { billId } });

export function PayLink({ bill }: { bill: ListedBill }) {
  return (
    <DeskDialog title={`Bill ${bill.bill_number}`}>
      <Remote ask={askBill} about={bill.id}>
        {(known) => <Bill {...known} />}
      </Remote>
    </DeskDialog>
  );
}

/** A bill on a screen of its own, as the desk links to it. */
export function BillScreen({ id }: { id: string }) {
  return (
    <Remote ask={askBill} about={id}>
      {(known) => (
        <Screen
          title={`Bill ${known.bill.bill_number}`}
          actions={<DeskLink screen="links" text="All bills" />}
        >
          <Bill {...known} />
        </Screen>
      )}
    </Remote>
  );
}

function Bill({ bill, vouchers }: { bill: ListedBill; vouchers: Voucher[] }) {
  const desk = useDesk();
  const param = { billId: bill.id };
  const calls = desk.payments.bills[':billId'];
  const facts = { ...bill, paid: bill.paid_amount };
  const cancelRefusal = refusalOf('cancel', facts);
  const copyStatement = async () => {
    const { url } = await desk.act(calls.statement.$post({ param }));
    await navigator.clipboard.writeText(url);
  };
  return (
    <>
      <Facts
        rows={[
          ['Status', words(bill.state)],
          ['Amount', formatRupees(bill.amount)],
          ['Paid', formatRupees(bill.paid_amount)],
          ['Cheque received, not yet cleared', bill.cheques > 0 ? formatRupees(bill.cheques) : null],
          ['Customer', bill.customer_name ?? 'erased'],
          ['Phone', bill.customer_phone ?? 'erased'],
          ['E-mail', bill.customer_email],
          ['Due', asDay(bill.due_on)],
          ['Pay link', linkWords(bill)],
          ['Note', bill.note],
          ['Made by', bill.created_by],
          ['Cancelled by', bill.cancelled_by],
        ]}
      />
      {bill.url && <Share bill={bill} url={bill.url} />}
      <Sent bill={bill} />
      {bill.customer_phone && (
        <Act
          text="Copy link to the customer’s statement"
          done="Copied: it works for 30 days"
          act={copyStatement}
        />
      )}
      <Flex gap={2} wrap="wrap">
        {isAllowed('renew-link', facts) && <RenewLink bill={bill} />}
        {isAllowed('withdraw-link', facts) && (
          <Act
            text="Withdraw the link …"
            sure="Yes, stop payments by this link"
            act={() => desk.act(calls.link.withdraw.$post({ param }))}
          />
        )}
        {cancelRefusal === undefined && (
          <Act
            text="Cancel the bill …"
            sure="Yes, cancel the bill"
            act={() => desk.act(calls.cancel.$post({ param }))}
          />
        )}
      </Flex>
      {bill.cancelled_at === null && cancelRefusal && (
        <Text size={1} muted>
          {cancelRefusal}
        </Text>
      )}
      <Vouchers bill={bill} vouchers={vouchers} />
    </>
  );
}

const linkWords = ({ link, expires_at }: ListedBill) =>
  link === 'live' ? `Works until ${asTime(expires_at)}` : `${words(`link.${link}`)} on ${asTime(expires_at)}`;

function RenewLink({ bill }: { bill: ListedBill }) {
  return (
    <Opening text={bill.link === 'live' ? 'Change the link’s end …' : 'Renew the link …'}>
      <FormDialog
        title={`Pay link of bill ${bill.bill_number}`}
        submit="Save"
        send={(desk, json) => desk.payments.bills[':billId'].link.$post({ param: { billId: bill.id }, json })}
      >
        <Field
          name="endsOn"
          label="Last day on which it works"
          type="date"
          defaultValue={dayInIndia(Math.max(Date.parse(bill.expires_at) - 1, Date.now() + usualLink))}
          autoFocus
        />
        <Text size={1} muted>
          {bill.link === 'withdrawn'
            ? 'A withdrawn link stays dead: the bill gets a new one, which you send to the customer.'
            : 'The address stays the same. It works at least until the last reminder.'}
        </Text>
      </FormDialog>
    </Opening>
  );
}

/** Milliseconds. */
const usualLink = 30 * 24 * 3_600_000;

function Share({ bill, url }: { bill: ListedBill; url: string }) {
  const desk = useDesk();
  const text = `${bill.asks}: ${url}`;
  const subject = encodeURIComponent(`Bill ${bill.bill_number}`);
  const ways = [
    ...(bill.customer_phone ? [['WhatsApp', chatAddress(`91${bill.customer_phone}`, text)]] : []),
    ['E-mail', `mailto:${bill.customer_email ?? ''}?subject=${subject}&body=${encodeURIComponent(text)}`],
  ];
  return (
    <Stack gap={3}>
      <TextInput readOnly aria-label="Pay link" value={url} />
      <Flex gap={2} wrap="wrap">
        {bill.customer_email && (
          <Act
            text="Send by e-mail"
            done="On its way"
            act={() => desk.act(desk.payments.bills[':billId'].mail.$post({ param: { billId: bill.id } }))}
          />
        )}
        <Act text="Copy link" done="Copied" act={() => navigator.clipboard.writeText(url)} />
        {ways.map(([way, href]) => (
          <Button key={way} as="a" href={href} target="_blank" rel="noreferrer" text={way} mode="ghost" />
        ))}
      </Flex>
      <QrCode address={url} label={`QR code of the pay link of bill ${bill.bill_number}`} />
    </Stack>
  );
}

function Sent({ bill }: { bill: ListedBill }) {
  return (
    <Remote
      ask={(desk, billId) => desk.payments.bills[':billId'].messages.$get({ param: { billId } })}
      about={bill.id}
    >
      {({ messages, stopped_at }) => (
        <>
          {stopped_at && (
            <Note tone="caution">The customer stopped reminders by e-mail on {asTime(stopped_at)}.</Note>
          )}
          {messages.length > 0 && (
            <Table
              label="Mailed about this bill"
              isNarrow
              columns={sentColumns}
              rows={messages}
              keyOf={({ id }) => String(id)}
            />
          )}
        </>
      )}
    </Remote>
  );
}
