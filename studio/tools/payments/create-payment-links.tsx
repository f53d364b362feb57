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
      title="Make a pay link"
      submit="Make it"
      send={(api, json) => api.payments.bills.$post({ json })}
      onDone={({ bill }) => setMade(bill)}
    >
      <Field name="billNumber" label="Bill number" autoFocus />
      <Field name="name" label="Customer’s name" />
      <Field name="phone" label="Mobile number" inputMode="tel" />
      <Field name="email" label="E-mail address (if known)" type="email" />
      <Field name="amount" label="Rupees" inputMode="decimal" />
      <Field name="dueOn" label="Due on (if there is a day)" type="date" />
      <Field name="note" label="Note that the customer reads (if any)" />
    </FormDialog>
  );
}

const rowErrorColumns: Column<CsvResult['rows'][number]>[] = [
  { title: 'Line', cell: ({ line }) => line },
  { title: 'Bill', cell: ({ bill_number }) => bill_number },
  { title: 'What is wrong', cell: ({ problem }) => problem },
];

/** Pay links from a CSV file: first a dry run that names each faulty row. */
export function CreatePaymentLinks() {
  const api = useStaffApi();
  const { run, isBusy, problem } = useAction();
  const [sent, setSent] = useState<{ csv: string; answer: CsvResult }>();
  const send = async (csv: string, dryRun: boolean) => {
    const json = { csv, dryRun, skipFaulty: true };
    setSent({ csv, answer: await api.mutate(api.payments.bills.csv.$post({ json })) });
  };
  const check = (file: File | undefined) =>
    run(async () => {
      setSent(undefined);
      await send((await file?.text()) ?? '', true);
    });
  return (
    <ToolDialog title="Make many pay links">
      <Text size={1}>
        A CSV file with a first row of titles: bill number, name, phone, amount; if wanted e-mail, due date
        (day first, such as 31/03/2026 or 31-Mar-26) and note. Nothing is made before you have seen what is
        wrong.
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
      {sent && <CsvSummary answer={sent.answer} onMake={() => send(sent.csv, false)} />}
    </ToolDialog>
  );
}

function CsvSummary({ answer, onMake }: { answer: CsvResult; onMake(): Promise<void> }) {
  const { counts, done, rows } = answer;
  const links = (count: number) => pluralize(count, 'pay link');
  const said = [
    done ? `Made ${links(counts.made)}.` : `${links(counts.new)} can be made.`,
    ...(counts.known > 0 ? [`${links(counts.known)} were made before.`] : []),
    ...(counts.faulty > 0
      ? [`${pluralize(counts.faulty, 'row')} ${counts.faulty === 1 ? 'is' : 'are'} faulty.`]
      : []),
  ];
  return (
    <Stack gap={4}>
      <Note tone={counts.faulty > 0 && !done ? 'caution' : 'positive'}>{said.join(' ')}</Note>
      {counts.faulty > 0 && (
        <Table
          label="Faulty rows"
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
          text={`${counts.faulty > 0 ? 'Leave those out and make' : 'Make'} ${links(counts.new)}`}
          action={onMake}
        />
      )}
    </Stack>
  );
}
