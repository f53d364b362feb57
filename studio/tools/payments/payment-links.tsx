import { Stack, Text } from '@sanity/ui';
import { useState } from 'react';
import { useRouter } from 'sanity/router';
import { formatDay } from '#schemas/days.ts';
import { Note, Problem, ScreenLink, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog, ToolDialog } from '#studio/ui/forms.tsx';
import { labelOf, pluralize } from '#studio/ui/labels.ts';
import { queryOf, useAction, useStaffApi, valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing, Table, useFilters } from '#studio/ui/table.tsx';
import { awaitsPayment } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { billFilters } from '#web/contracts/states.ts';
import type { CsvResult, ListedBill } from './api-types.ts';
import { AddTaxInvoices } from './tax-invoices.tsx';

const columns: Column<ListedBill>[] = [
  { title: 'Bill', cell: ({ id, bill_number }) => <ScreenLink screen="links" id={id} text={bill_number} /> },
  {
    title: 'Status',
    cell: ({ state, bounced_at: at }) => (
      <span>
        <StateBadge state={state} />
        {at && ` Cheque bounced on ${formatDay(dayInIndia(Date.parse(at)))}`}
      </span>
    ),
  },
  {
    title: 'Link',
    cell: ({ link, state }) => awaitsPayment(state) && labelOf(`link.${link}`),
  },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Paid', isAmount: true, cell: ({ paid_amount }) => formatRupees(paid_amount) },
  { title: 'Customer', cell: ({ customer_name }) => customer_name ?? 'erased' },
  { title: 'Due', cell: ({ due_on }) => formatDay(due_on) },
];

export function PaymentLinks() {
  const { query, filters } = useFilters('Bill, name, phone, amount, UTR', billFilters);
  return (
    <Listing
      title="Payment links"
      load={(api, query) => api.payments.bills.$get({ query: valuesOf(query) })}
      query={query}
      rowsOf={({ bills }) => bills}
      columns={columns}
      empty={queryOf(query) ? 'No payment link matches.' : 'There are no payment links yet.'}
      actions={
        <>
          <DialogButton text="Create a payment link" mode="default" tone="primary">
            <CreatePaymentLink />
          </DialogButton>
          <DialogButton text="Create many from a CSV file">
            <CreatePaymentLinks />
          </DialogButton>
          <DialogButton text="Add tax invoices">
            <AddTaxInvoices />
          </DialogButton>
        </>
      }
      filters={filters}
    />
  );
}

function CreatePaymentLink() {
  const { navigate } = useRouter();
  return (
    <FormDialog
      title="Create a payment link"
      submit="Create link"
      send={(api, json) => api.payments.bills.$post({ json })}
      onDone={({ bill }) => navigate({ screen: 'links', id: bill.id })}
    >
      <Field name="billNumber" label="Bill number" autoFocus />
      <Field name="name" label="Customer’s name" />
      <Field name="phone" label="Mobile number" inputMode="tel" />
      <Field name="email" label="E-mail address (optional)" type="email" />
      <Field name="amount" label="Rupees" inputMode="decimal" />
      <Field name="dueOn" label="Due on (optional)" type="date" />
      <Field name="note" label="Note to the customer (optional)" />
    </FormDialog>
  );
}

const rowErrorColumns: Column<CsvResult['rows'][number]>[] = [
  { title: 'Line', cell: ({ line }) => line },
  { title: 'Bill', cell: ({ bill_number }) => bill_number },
  { title: 'Problem', cell: ({ problem }) => problem },
];

/** Creates payment links from a CSV file. A dry run first lists every row with errors. */
function CreatePaymentLinks() {
  const api = useStaffApi();
  const { run, isBusy, problem } = useAction();
  const [sent, setSent] = useState<{ csv: string; result: CsvResult }>();
  const send = async (csv: string, dryRun: boolean) => {
    const json = { csv, dryRun, skipFaulty: true };
    setSent({ csv, result: await api.mutate(api.payments.bills.csv.$post({ json })) });
  };
  const check = (file: File | undefined) =>
    run(async () => {
      setSent(undefined);
      await send((await file?.text()) ?? '', true);
    });
  return (
    <ToolDialog title="Create many payment links">
      <Text size={1}>
        Choose a CSV file whose first row has the titles: bill number, name, phone, amount. Optional columns
        are e-mail, due date (day first, such as 31/03/2026 or 31-Mar-26) and note. The file is checked before
        any link is created.
      </Text>
      <label>
        CSV file{' '}
        <input
          type="file"
          accept=".csv,text/csv"
          disabled={isBusy}
          onChange={(event) => void check(event.currentTarget.files?.[0])}
        />
      </label>
      <Problem problem={problem} />
      {sent && <CsvSummary result={sent.result} onCreate={() => send(sent.csv, false)} />}
    </ToolDialog>
  );
}

function CsvSummary({ result, onCreate }: { result: CsvResult; onCreate(): Promise<void> }) {
  const { counts, done, rows } = result;
  const links = (count: number) => pluralize(count, 'payment link');
  const said = [
    done ? `Created ${links(counts.made)}.` : `${links(counts.new)} can be created.`,
    ...(counts.known > 0 ? [`${links(counts.known)} already existed.`] : []),
    ...(counts.faulty > 0
      ? [`${pluralize(counts.faulty, 'row')} ${counts.faulty === 1 ? 'has' : 'have'} errors.`]
      : []),
  ];
  return (
    <Stack gap={4}>
      <Note tone={counts.faulty > 0 && !done ? 'caution' : 'positive'}>{said.join(' ')}</Note>
      {counts.faulty > 0 && (
        <Table
          label="Rows with errors"
          isNarrow
          columns={rowErrorColumns}
          rows={rows.filter(({ outcome }) => outcome === 'faulty')}
          keyOf={({ line }) => String(line)}
        />
      )}
      {!done && counts.new > 0 && (
        <ActionButton
          tone="primary"
          mode="default"
          text={`${counts.faulty > 0 ? 'Skip these rows and create' : 'Create'} ${links(counts.new)}`}
          action={onCreate}
        />
      )}
    </Stack>
  );
}
