import { Stack, Text } from '@sanity/ui';
import { useState } from 'react';
import { Note, Problem } from '#studio/ui/elements.tsx';
import { ActionButton, Field, FormDialog, ToolDialog } from '#studio/ui/forms.tsx';
import { pluralize } from '#studio/ui/labels.ts';
import { useAction, useStaffApi } from '#studio/ui/staff-api.ts';
import { type Column, Table } from '#studio/ui/table.tsx';
import type { CsvResult, ListedBill } from './api-types.ts';
import { BillDialog } from './bill.tsx';

export function CreatePaymentLink() {
  const [made, setMade] = useState<ListedBill>();
  if (made) return <BillDialog bill={made} />;
  return (
    <FormDialog
      title="Create a payment link"
      submit="Create link"
      send={(api, json) => api.payments.bills.$post({ json })}
      onDone={({ bill }) => setMade(bill)}
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
export function CreatePaymentLinks() {
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
