import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui';
import encodeQr from 'qr';
import { formatDay } from '#schemas/days.ts';
import { Facts, Note, Screen, ScreenLink, Section, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatTime, labelOf } from '#studio/ui/labels.ts';
import { type StaffApi, useStaffApi } from '#studio/ui/staff-api.ts';
import { type Column, StaffQuery, Table } from '#studio/ui/table.tsx';
import { findRefusal, isAllowed } from '#web/contracts/bill-actions.ts';
import { day } from '#web/contracts/durations.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { decimalFromPaise, formatRupees, smallestAmount } from '#web/contracts/money.ts';
import { chatAddress } from '#web/contracts/phone.ts';
import type { BillDetails, ListedBill, ListedOrder } from './api-types.ts';
import { ManualEntries } from './manual-entries.tsx';
import { columns } from './payment-list.tsx';
import { Overpaid } from './payment-screen.tsx';
import { TaxInvoiceSection } from './tax-invoices.tsx';

const messageColumns: Column<BillDetails['messages'][number]>[] = [
  { title: 'E-mail', cell: ({ kind }) => labelOf(kind) },
  { title: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'When', cell: ({ sent_at, created_at }) => formatTime(sent_at ?? created_at) },
  { title: 'Problem', cell: ({ problem }) => problem },
];

const loadBill = (api: StaffApi, billId: string) => api.payments.bills[':billId'].$get({ param: { billId } });

export function BillScreen({ id }: { id: string }) {
  return (
    <StaffQuery load={loadBill} about={id}>
      {(known) => (
        <Screen
          title={`Bill ${known.bill.bill_number}`}
          actions={<ScreenLink screen="links" text="All bills" />}
        >
          <Bill {...known} />
        </Screen>
      )}
    </StaffQuery>
  );
}

function Bill({ bill, vouchers, notices, invoice, orders, messages, stopped_at }: BillDetails) {
  const api = useStaffApi();
  const param = { billId: bill.id };
  const calls = api.payments.bills[':billId'];
  const facts = { ...bill, paid: bill.paid_amount };
  const cancelRefusal = findRefusal('cancel', facts);
  const copyStatement = async () => {
    const { url } = await api.mutate(calls.statement.$post({ param }));
    await navigator.clipboard.writeText(url);
  };
  return (
    <>
      <Facts
        rows={[
          ['Status', labelOf(bill.state)],
          ['Amount', formatRupees(bill.amount)],
          ['Paid', formatRupees(bill.paid_amount)],
          ['Cheque received, not yet cleared', bill.cheques > 0 ? formatRupees(bill.cheques) : null],
          ['Sent by the customer', notices],
          ['Customer', bill.customer_name ?? 'erased'],
          ['Phone', bill.customer_phone ?? 'erased'],
          ['E-mail', bill.customer_email],
          ['Due', formatDay(bill.due_on)],
          ['Payment link', linkStatus(bill)],
          ['Note', bill.note],
          ['Created by', bill.created_by],
          ['Cancelled by', bill.cancelled_by],
        ]}
      />
      {bill.url && <ShareLink bill={bill} url={bill.url} />}
      {stopped_at && (
        <Note tone="caution">
          The customer unsubscribed from e-mail reminders on {formatTime(stopped_at)}.
        </Note>
      )}
      {messages.length > 0 && (
        <Table
          label="E-mails about this bill"
          isNarrow
          columns={messageColumns}
          rows={messages}
          keyOf={({ id }) => String(id)}
        />
      )}
      {bill.customer_phone && (
        <ActionButton
          text="Copy link to the customer’s statement"
          doneText="Copied. The link works for 30 days."
          action={copyStatement}
        />
      )}
      <Flex gap={2} wrap="wrap">
        {isAllowed('renew-link', facts) && <RenewLink bill={bill} />}
        {isAllowed('withdraw-link', facts) && (
          <ActionButton
            text="Withdraw the link …"
            confirmText="Yes, stop payments through this link"
            action={() => api.mutate(calls.link.withdraw.$post({ param }))}
          />
        )}
        {cancelRefusal === undefined && (
          <ActionButton
            text="Cancel the bill …"
            confirmText="Yes, cancel the bill"
            action={() => api.mutate(calls.cancel.$post({ param }))}
          />
        )}
      </Flex>
      {cancelRefusal && isAllowed('reduce', facts) && (
        <Text size={1} muted>
          {cancelRefusal}
        </Text>
      )}
      <TaxInvoiceSection bill={bill} invoice={invoice} />
      <Surplus bill={bill} />
      <Remainder bill={bill} />
      <ManualEntries bill={bill} entries={vouchers} />
      {orders.length > 0 && (
        <Section title="Online payments">
          <Table label="Online payments" columns={onlineColumns} rows={orders} keyOf={({ id }) => id} />
        </Section>
      )}
    </>
  );
}

const onlineColumns: Column<ListedOrder>[] = [
  {
    title: 'Paid or started',
    cell: ({ id, paid_at, created_at: at }) => (
      <ScreenLink screen="payments" id={id} text={formatTime(paid_at ?? at)} />
    ),
  },
  ...columns.filter(({ title }) => ['Status', 'Amount', 'Refunded', 'Method'].includes(title)),
];

function Surplus({ bill: { id, surplus } }: { bill: ListedBill }) {
  const api = useStaffApi();
  if (surplus === 0) return null;
  const settle = () =>
    api.payments.bills[':billId'].settle.$post({ param: { billId: id }, json: { surplus } });
  return (
    <Overpaid surplus={surplus} review={() => api.mutate(settle())}>
      If an entry below is wrong or partly for another bill, correct it. Refund or move an online payment on
      its own page.
    </Overpaid>
  );
}

/** Writes off a rest that is too small to be paid, which needs no second person. */
function Remainder({ bill }: { bill: ListedBill }) {
  const api = useStaffApi();
  const rest = bill.amount - bill.paid_amount;
  if (bill.state !== 'part-paid' || rest >= smallestAmount) return null;
  const json = {
    ...{ key: crypto.randomUUID(), kind: 'write-off' as const, amount: decimalFromPaise(rest) },
    ...{ day: dayInIndia(Date.now()), reason: 'Less than ₹1' },
  };
  return (
    <ActionButton
      text={`Write off ${formatRupees(rest)}`}
      action={() =>
        api.mutate(api.payments.bills[':billId'].vouchers.$post({ param: { billId: bill.id }, json }))
      }
    />
  );
}

const linkStatus = ({ link, expires_at }: ListedBill) =>
  link === 'live'
    ? `Works until ${formatTime(expires_at)}`
    : `${labelOf(`link.${link}`)} on ${formatTime(expires_at)}`;

function RenewLink({ bill }: { bill: ListedBill }) {
  return (
    <DialogButton text={bill.link === 'live' ? 'Change the link’s last day …' : 'Renew the link …'}>
      <FormDialog
        title={`Payment link of bill ${bill.bill_number}`}
        submit="Save"
        send={(api, json) => api.payments.bills[':billId'].link.$post({ param: { billId: bill.id }, json })}
      >
        <Field
          name="endsOn"
          label="Last day on which it works"
          type="date"
          defaultValue={dayInIndia(
            Math.max(Date.parse(bill.expires_at) - 1, Date.now() + defaultLinkLifetime),
          )}
          autoFocus
        />
        <Text size={1} muted>
          {bill.link === 'withdrawn'
            ? 'A withdrawn link never works again. The bill gets a new link, which you send to the customer.'
            : 'The address stays the same. The link works at least until the due date and the last reminder.'}
        </Text>
      </FormDialog>
    </DialogButton>
  );
}

/** Milliseconds for which a renewed link works if staff do not change it. */
const defaultLinkLifetime = 30 * day;

function ShareLink({ bill, url }: { bill: ListedBill; url: string }) {
  const api = useStaffApi();
  const text = `${bill.asks}: ${url}`;
  const subject = encodeURIComponent(`Bill ${bill.bill_number}`);
  const channels = [
    ...(bill.customer_phone ? [['WhatsApp', chatAddress(`91${bill.customer_phone}`, text)]] : []),
    ['E-mail', `mailto:${bill.customer_email ?? ''}?subject=${subject}&body=${encodeURIComponent(text)}`],
  ];
  return (
    <Stack gap={3}>
      <TextInput readOnly aria-label="Payment link" value={url} />
      <Flex gap={2} wrap="wrap">
        {bill.customer_email && (
          <ActionButton
            text="Send by e-mail"
            doneText="On its way"
            action={() =>
              api.mutate(api.payments.bills[':billId'].mail.$post({ param: { billId: bill.id } }))
            }
          />
        )}
        <ActionButton text="Copy link" doneText="Copied" action={() => navigator.clipboard.writeText(url)} />
        {channels.map(([channel, href]) => (
          <Button
            key={channel}
            as="a"
            href={href}
            target="_blank"
            rel="noreferrer"
            text={channel}
            mode="ghost"
          />
        ))}
      </Flex>
      <QrCode address={url} label={`QR code of the payment link of bill ${bill.bill_number}`} />
    </Stack>
  );
}

/** A QR code for an address. It is dark on white in every theme, because cameras need that contrast. */
function QrCode({ address, label }: { address: string; label: string }) {
  const rows = encodeQr(address, 'raw', { border: 4 });
  const dots = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      style={{ width: 'min(12rem, 100%)', background: '#fff' }}
    >
      <path d={dots.join('')} fill="#000" />
    </svg>
  );
}
