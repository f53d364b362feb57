import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useState } from 'react';
import { type CsvAnswer, csvAnswerSchema } from '#web/payments/bills/contract.ts';
import { type Column, DeskDialog, Field, Problem, Table } from './parts.tsx';
import { useAct } from './remote.ts';
import { useDesk } from './requests.ts';

const faultColumns: Column<CsvAnswer['rows'][number]>[] = [
  { title: 'Line', cell: ({ line }) => line },
  { title: 'Bill', cell: ({ bill_number }) => bill_number },
  { title: 'What is wrong', cell: ({ problem }) => problem },
];

const count = (links: number) => `${links.toLocaleString('en-IN')} pay ${links === 1 ? 'link' : 'links'}`;

/** Makes many pay links from a CSV file: first a dry run that names each faulty row, then the links. */
export function PayLinksFile({ onClose, onMade }: { onClose(): void; onMade(): void }) {
  const desk = useDesk();
  const { run, isBusy, problem } = useAct();
  const [csv, setCsv] = useState('');
  const [answer, setAnswer] = useState<CsvAnswer>();

  const check = (file: File | undefined) =>
    run(async () => {
      setAnswer(undefined);
      const text = (await file?.text()) ?? '';
      setCsv(text);
      setAnswer(await desk.post(csvAnswerSchema, '/bills/csv', { csv: text, dryRun: true }));
    });
  const make = () =>
    run(async () => {
      setAnswer(await desk.post(csvAnswerSchema, '/bills/csv', { csv, dryRun: false, skipFaulty: true }));
      onMade();
    });

  const faulty = answer?.rows.filter(({ outcome }) => outcome === 'faulty') ?? [];
  return (
    <DeskDialog title="Make many pay links" onClose={onClose}>
      <Text size={1}>
        A CSV file with a first row of titles: bill number, name, phone, amount; if wanted e-mail, due date
        and note. Nothing is made before you have seen what is wrong.
      </Text>
      <Field label="CSV file">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            disabled={isBusy}
            onChange={(event) => void check(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <Problem problem={problem} />
      {isBusy && <Text size={1}>Working …</Text>}
      {answer && (
        <Stack gap={4}>
          <Card
            padding={4}
            radius={2}
            tone={faulty.length > 0 && !answer.done ? 'caution' : 'positive'}
            role="status"
          >
            <Text size={1}>
              {answer.done
                ? `Made ${count(answer.counts.made)}.`
                : `${count(answer.counts.new)} can be made.`}
              {answer.counts.known > 0 && ` ${count(answer.counts.known)} were made before.`}
              {faulty.length > 0 &&
                ` ${faulty.length} ${faulty.length === 1 ? 'row is' : 'rows are'} faulty.`}
            </Text>
          </Card>
          {faulty.length > 0 && (
            <Table
              label="Faulty rows"
              isNarrow
              columns={faultColumns}
              rows={faulty}
              keyOf={({ line }) => String(line)}
            />
          )}
          <Flex gap={2} wrap="wrap">
            {!answer.done && answer.counts.new > 0 && (
              <Button
                tone="primary"
                text={
                  faulty.length > 0
                    ? `Leave those out and make ${count(answer.counts.new)}`
                    : `Make ${count(answer.counts.new)}`
                }
                disabled={isBusy}
                onClick={make}
              />
            )}
            <Button text={answer.done ? 'Done' : 'Mend the file first'} mode="ghost" onClick={onClose} />
          </Flex>
        </Stack>
      )}
    </DeskDialog>
  );
}
