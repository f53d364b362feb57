import { Flex, Text } from '@sanity/ui';
import { useRouter } from 'sanity/router';
import { formatDay } from '#schemas/days.ts';
import { Facts, Note, Screen, ScreenLink, Section, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatMonth, formatTime } from '#studio/ui/labels.ts';
import { useStaffApi } from '#studio/ui/staff-api.ts';
import { type Column, StaffQuery, Table } from '#studio/ui/table.tsx';
import { dayInIndia, dayOfMonth, listMonths, monthInIndia } from '#web/contracts/india.ts';
import { decimalFromPaise, formatRupees } from '#web/contracts/money.ts';
import type { ListedBill, Retainer, RetainerDetails, UpcomingBill } from './api-types.ts';

const stateOf = ({ ended_at, paused_on }: Retainer) => (ended_at ? 'ended' : paused_on ? 'paused' : 'active');
const nameOf = ({ note }: Retainer) => note || 'erased';
const dayName = ({ bill_day }: Retainer) => (bill_day === 31 ? 'On the last day' : `On day ${bill_day}`);
const span = ({ first_month: first, last_month: last }: Retainer) =>
  last ? `${formatMonth(first)} to ${formatMonth(last)}` : `From ${formatMonth(first)}`;

const upcomingColumns: Column<UpcomingBill>[] = [
  { title: 'For', cell: (row) => <ScreenLink screen="retainers" id={row.id} text={nameOf(row)} /> },
  { title: 'Bill on', cell: ({ day }) => formatDay(day) },
  { title: 'Customer', cell: ({ customer_name }) => customer_name },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
  { title: ' ', cell: (row) => <UpcomingAction row={row} /> },
];

const columns: Column<Retainer>[] = [
  { title: 'Retainer', cell: (row) => <ScreenLink screen="retainers" id={row.id} text={nameOf(row)} /> },
  { title: 'Status', cell: (row) => <StateBadge state={stateOf(row)} /> },
  { title: 'Customer', cell: ({ customer_name }) => customer_name ?? 'erased' },
  { title: 'Every month', cell: dayName },
  { title: 'Months', cell: span },
];

export function Retainers() {
  return (
    <Screen
      title="Retainers"
      actions={
        <DialogButton text="Set a retainer" mode="default" tone="primary">
          <SetRetainer />
        </DialogButton>
      }
    >
      <StaffQuery load={(api) => api.payments.retainers.$get()}>
        {({ upcoming, retainers }) =>
          retainers.length === 0 ? (
            <Note>There are no retainers yet. A retainer makes and mails the same bill every month.</Note>
          ) : (
            <>
              <Section title="Bills of the next 45 days">
                {upcoming.length === 0 && <Note>No bill will be made.</Note>}
                {upcoming.length > 0 && (
                  <Table
                    label="Bills of the next 45 days"
                    columns={upcomingColumns}
                    rows={upcoming}
                    keyOf={({ id, month }) => `${id} ${month}`}
                  />
                )}
              </Section>
              <Section title="All retainers">
                <Table label="All retainers" columns={columns} rows={retainers} keyOf={({ id }) => id} />
              </Section>
            </>
          )
        }
      </StaffQuery>
    </Screen>
  );
}

function UpcomingAction({ row: { id, month, state } }: { row: UpcomingBill }) {
  const api = useStaffApi();
  const calls = api.payments.retainers[':retainerId'];
  const param = { retainerId: id };
  const name = formatMonth(month);
  const skip = (isSkipped: boolean) => () =>
    api.mutate(calls.skip.$post({ param, json: { month, isSkipped } }));
  if (state === 'skipped') return <ActionButton text="Plan again" action={skip(false)} />;
  return (
    <Flex gap={2} wrap="wrap">
      {state === 'waiting' && (
        <DialogButton text="Enter the number" mode="default" tone="primary">
          <FormDialog
            title={`Bill for ${name}`}
            submit="Make and mail the bill"
            send={(api, json) =>
              api.payments.retainers[':retainerId'].bill.$post({ param, json: { ...json, month } })
            }
          >
            <Field name="billNumber" label="Bill number" autoFocus />
          </FormDialog>
        </DialogButton>
      )}
      <ActionButton text="Skip …" confirmText={`Yes, no bill for ${name}`} action={skip(true)} />
    </Flex>
  );
}

/** The months from this one on that staff can choose from. */
function nextMonths(): string[] {
  const first = monthInIndia(Date.now());
  return listMonths(first, `${Number(first.slice(0, 4)) + 3}${first.slice(4)}`);
}

/** A dialog that sets a retainer. Its customer and amount begin as those of a bill. */
export function SetRetainer({ bill }: { bill?: ListedBill }) {
  const { navigate } = useRouter();
  const now = monthInIndia(Date.now());
  return (
    <FormDialog
      title="Set a retainer"
      submit="Set retainer"
      send={(api, json, key) => api.payments.retainers.$post({ json: { ...json, key } })}
      confirm={({ firstMonth, billDay, numbers }) =>
        firstMonth === now && numbers && dayOfMonth(now, Number(billDay) || 31) <= dayInIndia(Date.now())
          ? {
              question: `The day of the first bill, for ${formatMonth(now)}, has come. It is mailed within minutes, or at 9 am during the night.`,
              yes: 'Yes, set and mail it',
            }
          : undefined
      }
      {...(bill && { onDone: () => navigate({ screen: 'retainers' }) })}
    >
      <Field name="name" label="Customer’s name" defaultValue={bill?.customer_name ?? ''} autoFocus={!bill} />
      <Field name="phone" label="Mobile number" inputMode="tel" defaultValue={bill?.customer_phone ?? ''} />
      <Field name="email" label="E-mail address" type="email" defaultValue={bill?.customer_email ?? ''} />
      <Field name="note" label="What for" defaultValue={bill?.note ?? ''} autoFocus={bill !== undefined} />
      <Field
        name="amount"
        label="Rupees a month"
        inputMode="decimal"
        defaultValue={bill ? decimalFromPaise(bill.amount) : ''}
      />
      <Flex gap={3} wrap="wrap">
        <Field name="billDay" label="Day of the month" inputMode="decimal" defaultValue="1" />
        <Field name="dueDays" label="Days until due" inputMode="decimal" defaultValue="7" />
      </Flex>
      <Flex gap={3} wrap="wrap">
        <Field name="firstMonth" label="First month" options={nextMonths()} nameOf={formatMonth} />
        <Field
          name="lastMonth"
          label="Last month"
          options={['', ...nextMonths()]}
          nameOf={(month) => (month ? formatMonth(month) : 'Until you end it')}
        />
      </Flex>
      <Field name="numbers" label="Bill numbers" defaultValue="RET-{year}-{number}" />
      <Text size={1} muted>
        Day 31 is the last day of the month. In the numbers, {'{year}'} is the financial year, such as
        2026-27, and {'{number}'} counts in it. Without a pattern, you enter each number yourself.
      </Text>
    </FormDialog>
  );
}

const monthColumns: Column<RetainerDetails['months'][number]>[] = [
  { title: 'Month', cell: ({ month }) => formatMonth(month) },
  {
    title: 'Bill',
    cell: ({ bill_id, bill_number }) => (
      <ScreenLink screen="links" id={bill_id} text={bill_number ?? 'Skipped'} />
    ),
  },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => amount !== null && formatRupees(amount) },
  { title: 'By', cell: ({ decided_by }) => decided_by },
  { title: 'When', cell: ({ decided_at }) => formatTime(decided_at) },
];

export function RetainerScreen({ id }: { id: string }) {
  return (
    <StaffQuery
      load={(api, retainerId) => api.payments.retainers[':retainerId'].$get({ param: { retainerId } })}
      about={id}
    >
      {({ retainer, amounts, months }) => (
        <Screen
          title={`Retainer: ${nameOf(retainer)}`}
          actions={<ScreenLink screen="retainers" text="All retainers" />}
        >
          <Facts
            rows={[
              ['Status', <StateBadge key="state" state={stateOf(retainer)} />],
              ['Paused since', formatDay(retainer.paused_on)],
              ['Ended', formatTime(retainer.ended_at)],
              ['Customer', retainer.customer_name ?? 'erased'],
              ['Phone', retainer.customer_phone ?? 'erased'],
              ['E-mail', retainer.customer_email ?? 'erased'],
              [
                'Amount',
                amounts
                  .map(({ from_month, amount }) => `${formatRupees(amount)} from ${formatMonth(from_month)}`)
                  .join(', '),
              ],
              ['Every month', dayName(retainer)],
              ['Months', span(retainer)],
              ['Due', `${retainer.due_days} days after the bill`],
              ['Bill numbers', retainer.numbers || 'Entered by you'],
              ['Set by', `${retainer.created_by}, ${formatTime(retainer.created_at)}`],
            ]}
          />
          {!retainer.ended_at && <Changes retainer={retainer} />}
          {months.length > 0 && (
            <Section title="Bills">
              <Table label="Bills" columns={monthColumns} rows={months} keyOf={({ month }) => month} />
            </Section>
          )}
        </Screen>
      )}
    </StaffQuery>
  );
}

function Changes({ retainer: { id, paused_on } }: { retainer: Retainer }) {
  const api = useStaffApi();
  const calls = api.payments.retainers[':retainerId'];
  const param = { retainerId: id };
  return (
    <Flex gap={2} wrap="wrap">
      <DialogButton text="Change the amount …">
        <FormDialog
          title="Change the amount"
          submit="Change"
          send={(api, json) => api.payments.retainers[':retainerId'].amount.$post({ param, json })}
        >
          <Field name="amount" label="Rupees a month" inputMode="decimal" autoFocus />
          <Field name="fromMonth" label="From" options={nextMonths()} nameOf={formatMonth} />
          <Text size={1} muted>
            Bills that are made already stay as they are.
          </Text>
        </FormDialog>
      </DialogButton>
      {paused_on ? (
        <ActionButton
          text="Resume …"
          confirmText="Yes, make bills again from today"
          action={() => api.mutate(calls.resume.$post({ param }))}
        />
      ) : (
        <ActionButton
          text="Pause …"
          confirmText="Yes, make no bills until I resume"
          action={() => api.mutate(calls.pause.$post({ param }))}
        />
      )}
      <ActionButton
        text="End …"
        confirmText="Yes, make no more bills"
        action={() => api.mutate(calls.end.$post({ param }))}
      />
    </Flex>
  );
}
