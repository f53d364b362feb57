import { Stack, Text } from '@sanity/ui';
import { useState } from 'react';
import { formatRupees } from '#web/contracts/money.ts';
import { Act, Field, FormDialog, Opening } from './acts.tsx';
import type { BankDeposit, MissingSettlement, ReadStatement } from './answers.ts';
import { asDay, asTime, counted, words } from './labels.ts';
import { DeskLink, Note, Problem, Screen, Section } from './parts.tsx';
import { useAct, useDesk } from './site.ts';
import { type Column, Remote, Table } from './table.tsx';

const missingColumns: Column<MissingSettlement>[] = [
  { title: 'Settlement', cell: ({ id }) => <DeskLink screen="settlements" id={id} text={id} /> },
  { title: 'UTR', cell: ({ utr }) => utr ?? 'not known yet' },
  { title: 'To the bank', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Made', cell: ({ created_at }) => asTime(created_at) },
];

const depositColumns: Column<BankDeposit>[] = [
  { title: 'Day', cell: ({ day }) => asDay(day) },
  { title: 'Deposit', cell: ({ text, reference }) => [text, reference].filter(Boolean).join(' · ') },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  {
    title: 'Names',
    cell: ({ wrong }) =>
      wrong && <DeskLink screen="settlements" id={wrong} text={`${wrong}, which it does not fit`} />,
  },
  {
    title: 'What it is',
    cell: ({ id, text }) => (
      <Opening text="Say" aria-label={`Say what this is: ${text}`}>
        <FormDialog
          title="What is this deposit?"
          submit="Save"
          send={(desk, json) => desk.payments.bank[':lineId'].note.$post({ param: { lineId: id }, json })}
        >
          <Field name="note" label="Note" isLong autoFocus />
        </FormDialog>
      </Opening>
    ),
  },
];

export function Bank() {
  return (
    <Screen title="Bank">
      <Import />
      <Remote ask={(desk) => desk.payments.bank.$get()}>
        {({ missing, deposits, imports: [last] }) => (
          <>
            {last && (
              <Text size={1}>
                Last import: {asDay(last.from_day)} to {asDay(last.to_day)}, {counted(last.added, 'new line')}
                , by {last.imported_by}
              </Text>
            )}
            <Section title="Settlements that are not on a statement">
              {missing.length === 0 ? (
                <Note tone="positive">None of the days that were imported.</Note>
              ) : (
                <Table
                  label="Missing settlements"
                  columns={missingColumns}
                  rows={missing}
                  keyOf={({ id }) => id}
                />
              )}
            </Section>
            <Section title="Deposits that are no settlement">
              {deposits.length === 0 ? (
                <Note tone="positive">None.</Note>
              ) : (
                <Table label="Deposits" columns={depositColumns} rows={deposits} keyOf={({ id }) => id} />
              )}
            </Section>
          </>
        )}
      </Remote>
    </Screen>
  );
}

type Columns = NonNullable<ReadStatement['columns']>;
const wanted = ['day', 'text', 'reference', 'credit', 'debit', 'amount', 'side'] as const;

/** A statement as CSV: first what it would add, then the import. */
function Import() {
  const desk = useDesk();
  const { run, isBusy, problem } = useAct();
  const [read, setRead] = useState<{ csv: string; answer: ReadStatement }>();
  const send = async (csv: string, columns: Columns | undefined, store: boolean) => {
    const asked = desk.payments.bank.$post({ json: { csv, columns, store } });
    setRead({ csv, answer: store ? await desk.act(asked) : await (await asked).json() });
  };
  const open = (file: File | undefined) =>
    run(async () => {
      setRead(undefined);
      if (file) await send(await file.text(), undefined, false);
    });
  return (
    <Section title="Import a statement">
      <label>
        CSV file of your bank{' '}
        <input
          type="file"
          accept=".csv,.txt,text/csv"
          disabled={isBusy}
          onChange={(event) => void open(event.currentTarget.files?.[0])}
        />
      </label>
      <Problem problem={problem} />
      {read && (
        <Outcome
          key={JSON.stringify(read.answer.header)}
          answer={read.answer}
          onChoose={(columns) => run(() => send(read.csv, columns, false))}
          onImport={() => send(read.csv, read.answer.columns ?? undefined, true)}
        />
      )}
    </Section>
  );
}

type OutcomeProps = {
  answer: ReadStatement;
  onChoose(columns: Columns): Promise<void>;
  onImport(): Promise<void>;
};

function Outcome({ answer, onChoose, onImport }: OutcomeProps) {
  const { header, sample, columns, lines, added, matched, unread, isStored } = answer;
  const [chosen, setChosen] = useState<Partial<Columns>>(columns ?? {});
  // The first column's number stands before its title, since two may have the same one.
  const options = ['None', ...header.map((title, index) => `${index + 1} ${title}`)];
  const choose = (column: string, option: string) => {
    const { day, text, ...others } = {
      ...chosen,
      [column]: option === 'None' ? undefined : options.indexOf(option) - 1,
    };
    setChosen({ ...others, ...(day == null ? {} : { day }), ...(text == null ? {} : { text }) });
    const hasDeposits = others.credit != null || others.amount != null;
    if (day != null && text != null && hasDeposits) void onChoose({ ...others, day, text });
  };
  return (
    <Stack gap={4}>
      <div className="desk-fields">
        {wanted.map((column) => (
          <Field
            key={column}
            isVerbatim
            label={words(`statement.${column}`)}
            options={options}
            value={options[(chosen[column] ?? -1) + 1] ?? 'None'}
            onType={(option) => choose(column, option)}
          />
        ))}
      </div>
      <Table
        label="First lines of the file"
        columns={header.map((title, index) => ({
          title: `${index + 1} ${title}`,
          cell: (cells: string[]) => cells[index],
        }))}
        rows={sample}
        keyOf={(cells) => cells.join('|')}
      />
      {!columns && <Note tone="caution">Choose the columns; they are remembered for such files.</Note>}
      {columns && (
        <Note tone={lines > 0 ? 'positive' : 'caution'}>
          {isStored
            ? `Imported ${counted(added, 'line')}, `
            : `${counted(lines, 'line')}, ${added} of them new. `}
          {isStored && `${matched} of them settlements. `}
          {unread.length > 0 &&
            `Not read, since they have no day or amount: line ${unread.slice(0, 20).join(', ')}${unread.length > 20 ? ' …' : ''}.`}
        </Note>
      )}
      {columns && !isStored && lines > 0 && (
        <Act tone="primary" mode="default" text={`Import ${counted(added, 'new line')}`} act={onImport} />
      )}
    </Stack>
  );
}
