import { Box, Button, Card, Checkbox, Flex, Stack, Text, TextArea } from '@sanity/ui';
import { useId, useState } from 'react';
import { useDocumentValuePermissions } from 'sanity';
import { IntentLink } from 'sanity/router';
import { documentPath } from '#studio/content/document-path.ts';
import { useApprovalTypes } from '#studio/review/use-review.ts';
import { Note } from '#studio/ui/elements.tsx';
import { pluralize } from '#studio/ui/labels.ts';
import { css } from '#studio/ui/styles.ts';
import { type Column, Table } from '#studio/ui/table.tsx';
import { columns } from './columns.ts';
import type { PlannedCity } from './plan.ts';
import { useCityTable } from './use-city-table.ts';

/** Outcomes in the order of the list: those that need an editor come first. */
const groups = [
  ['error', 'with errors', 'critical'],
  ['review', 'to review', 'caution'],
  ['new', 'new', 'positive'],
  ['changed', 'changed', 'positive'],
  ['unchanged', 'unchanged', 'transparent'],
] as const;

const tableColumns: Column<PlannedCity>[] = [
  {
    title: 'Row',
    // The Unicode isolates keep the number before a right-to-left name.
    cell: ({ row, name }) => (
      <span style={{ overflowWrap: 'normal' }}>{`${row}\u00a0\u2068${name}\u2069`}</span>
    ),
  },
  {
    title: 'Result',
    cell: ({ id, before, city, changed, reasons, similarity, outcome }) => (
      <>
        {reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
        {before && (
          <IntentLink intent="edit" params={{ id, type: 'cityPage' }}>
            {[...changed.keys()].join(', ') || documentPath('cityPage', city)}
          </IntentLink>
        )}
        {!before && reasons.length === 0 && `${documentPath('cityPage', city)}, in ${String(city.state)}`}
        {similarity && outcome !== 'review' && (
          <div>{`${Math.round(similarity.share * 100)}% of the text is also on the page of ${similarity.city.name}`}</div>
        )}
      </>
    ),
  },
];

export function CitiesPane() {
  const { text, work, check, publish, stop, download } = useCityTable();
  const { plan = [], progress, problem, published } = work;
  const [includesReview, setIncludesReview] = useState(false);
  const document = { _id: 'cityPage-new', _type: 'cityPage' };
  const [permission] = useDocumentValuePermissions({ document, permission: 'create' });
  const needsApproval = useApprovalTypes().includes('cityPage');
  const withOutcome = (outcome: string) => plan.filter((city) => city.outcome === outcome);
  const toReview = withOutcome('review');
  const ready = [...withOutcome('new'), ...withOutcome('changed'), ...(includesReview ? toReview : [])];
  const checkTable = (table: string) => {
    setIncludesReview(false);
    void check(table);
  };
  const isPublishing = progress?.phase === 'Publishing';
  return (
    <Box padding={4} overflow="auto" height="fill" className="staff-tool">
      <style>{css}</style>
      <Stack gap={4}>
        <TableInput text={text} isDisabled={isPublishing} onTable={checkTable} onDownload={download} />
        {needsApproval && (
          <Note>
            Somebody else must approve city pages, so a table cannot publish them. Administrators can change
            this under Approvals.
          </Note>
        )}
        {permission?.granted === false && <Note>Your role does not allow you to publish city pages.</Note>}
        {problem && <Note tone="critical">{problem}</Note>}
        {published && <Note tone="positive">{published}</Note>}
        {progress && (
          <Flex as="label" gap={3} align="center">
            <Text size={1}>{`${progress.phase} ${progress.done} of ${progress.of}`}</Text>
            <progress style={{ flex: 1 }} max={progress.of} value={progress.done} />
            {isPublishing && <Button fontSize={1} mode="ghost" text="Stop" onClick={stop} />}
          </Flex>
        )}
        {(work.plan || problem) && (
          <Flex gap={3} align="center" wrap="wrap">
            <Button
              tone="primary"
              text={ready.length > 0 ? `Publish ${pluralize(ready.length, 'city')}` : 'Nothing to publish'}
              disabled={ready.length === 0 || !permission?.granted || needsApproval}
              onClick={() => void publish(ready)}
            />
            <Button mode="ghost" text="Check again" onClick={() => checkTable(text)} />
            {toReview.length > 0 && (
              <Flex as="label" gap={2} align="center">
                <Checkbox checked={includesReview} onChange={() => setIncludesReview(!includesReview)} />
                <Text size={1}>Also publish the cities to review</Text>
              </Flex>
            )}
          </Flex>
        )}
        {groups.map(([outcome, title, tone]) => (
          <CityGroup key={outcome} cities={withOutcome(outcome)} {...{ title, tone }} />
        ))}
      </Stack>
    </Box>
  );
}

type TableInputProps = {
  text: string;
  isDisabled: boolean;
  onTable(table: string): void;
  onDownload(): Promise<void>;
};

/** Takes a table of cities as pasted cells or as a file. */
function TableInput({ text, isDisabled, onTable, onDownload }: TableInputProps) {
  const input = useId();
  return (
    <>
      <Text as="label" htmlFor={input} size={1} weight="semibold">
        Paste cells from Excel or Google Sheets, including the row with the column names
      </Text>
      <TextArea
        id={input}
        rows={6}
        fontSize={1}
        autoFocus
        value={text}
        disabled={isDisabled}
        placeholder={'City\tText\tFacts'}
        style={{ whiteSpace: 'pre' }}
        onChange={({ currentTarget }) => onTable(currentTarget.value)}
        // The browser scrolls to the last pasted cell, so scroll back to the column names.
        onPaste={({ currentTarget }) => setTimeout(() => currentTarget.scrollTo(0, 0))}
      />
      <Flex gap={3} align="center" justify="space-between" wrap="wrap">
        <Text as="label" size={1}>
          or open a CSV file:{' '}
          <input
            type="file"
            accept=".csv,.tsv,.txt"
            disabled={isDisabled}
            onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(onTable)}
          />
        </Text>
        <Button fontSize={1} mode="ghost" text="Download all city pages" onClick={() => void onDownload()} />
      </Flex>
      <Text size={1} muted>
        Columns: {columns.map(({ title }) => title).join(', ')}. An empty state, address, latitude or
        longitude is filled in from the city’s name. Write facts like this: “Main trades: Marble | Searches
        in: Hindi”. A field without a column stays as it is.
      </Text>
    </>
  );
}

type CityGroupProps = { cities: PlannedCity[]; title: string; tone: (typeof groups)[number][2] };

function CityGroup({ cities, title, tone }: CityGroupProps) {
  if (cities.length === 0) return null;
  const label = `${cities.length} ${title}`;
  return (
    <Card as="details" open={cities.length <= 30} {...{ tone }} border padding={3}>
      <summary>{label}</summary>
      <Table label={label} isNarrow columns={tableColumns} rows={cities} keyOf={({ row }) => String(row)} />
    </Card>
  );
}
