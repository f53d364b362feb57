import { Flex, Text } from '@sanity/ui';
import { formatDay } from '#schemas/days.ts';
import { Facts, Note, Screen, ScreenLink, Section, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatMonth, formatTime } from '#studio/ui/labels.ts';
import { useStaffApi } from '#studio/ui/staff-api.ts';
import { type Column, StaffQuery, Table } from '#studio/ui/table.tsx';
import { listMonths, monthInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import type { Retainer, RetainerDetails, UpcomingBill } from './api-types.ts';

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
  return (
    <Flex gap={2} wrap="wrap">
      {state === 'waiting' && (
        <DialogButton text="Enter the number" mode="default" tone="primary">
          <FormDialog
            title={`Bill for ${name}`}
            submit="Make and mail the bill"
            send={(_, json) => calls.bill.$post({ param, json: { ...json, month } })}
          >
            <Field name="billNumber" label="Bill number" autoFocus />
          </FormDialog>
        </DialogButton>
      )}
      <ActionButton
        text="Skip …"
        confirmText={`Yes, no bill for ${name}`}
        action={() => api.mutate(calls.skip.$post({ param, json: { month } }))}
      />
    </Flex>
  );
}

/** The months from this one on that staff can choose from. */
function nextMonths(): string[] {
  const first = monthInIndia(Date.now());
  return listMonths(first, `${Number(first.slice(0, 4)) + 3}${first.slice(4)}`);
}

function SetRetainer() {
  const months = nextMonths();
  return (
    <FormDialog
      title="Set a retainer"
      submit="Set retainer"
      send={(api, json, key) => api.payments.retainers.$post({ json: { ...json, key } })}
    >
      <Field name="name" label="Customer’s name" autoFocus />
      <Field name="phone" label="Mobile number" inputMode="tel" />
      <Field name="email" label="E-mail address" type="email" />
      <Field name="note" label="What for" />
      <Field name="amount" label="Rupees a month" inputMode="decimal" />
      <Flex gap={3} wrap="wrap">
        <Field name="billDay" label="Day of the month" inputMode="decimal" defaultValue="1" />
        <Field name="dueDays" label="Days until due" inputMode="decimal" defaultValue="7" />
      </Flex>
      <Flex gap={3} wrap="wrap">
        <Field
          name="firstMonth"
          label="First month"
          options={months}
          nameOf={formatMonth}
          defaultValue={months[1] ?? ''}
        />
        <Field
          name="lastMonth"
          label="Last month"
          options={['', ...months]}
          nameOf={(month) => (month ? formatMonth(month) : 'Until you end it')}
        />
      </Flex>
      <Field name="numbers" label="Bill numbers" defaultValue="RET-{year}-{number}" />
      <Text size={1} muted>
        Day 31 is the last day of the month. If the day of the first bill has come, the bill is mailed within
        minutes. In the numbers, {'{year}'} is the financial year, such as 2026-27, and {'{number}'} counts in
        it. Without a pattern, you enter each number yourself.
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
  const change = (act: 'pause' | 'resume' | 'end') => () =>
    api.mutate(calls[':act{pause|resume|end}'].$post({ param: { ...param, act } }));
  return (
    <Flex gap={2} wrap="wrap">
      <DialogButton text="Change the amount …">
        <FormDialog
          title="Change the amount"
          submit="Change"
          send={(_, json) => calls.amount.$post({ param, json })}
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
          action={change('resume')}
        />
      ) : (
        <ActionButton
          text="Pause …"
          confirmText="Yes, make no bills until I resume"
          action={change('pause')}
        />
      )}
      <ActionButton text="End …" confirmText="Yes, make no more bills" action={change('end')} />
    </Flex>
  );
}
