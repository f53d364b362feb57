import { Flex, Text } from '@sanity/ui';
import type { InferResponseType } from 'hono/client';
import { useState } from 'react';
import { formatDay } from '#schemas/days.ts';
import { documentsAt } from '#schemas/paths.ts';
import { Facts, Note, Screen } from '#studio/ui/elements.tsx';
import { Field } from '#studio/ui/forms.tsx';
import { type StaffApi, valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, StaffQuery, Table } from '#studio/ui/table.tsx';
import { formatRupees } from '#web/contracts/money.ts';
import { assistantMedium, sourceSeparator, type VisitKind } from '#web/contracts/visit.ts';

/** Values of the API's `by` parameter, by their titles. */
const groups: Record<string, string> = {
  Source: 'source',
  Page: 'path',
  City: 'city',
  Day: 'day',
};

const spans: Record<string, number> = {
  'Last 7 days': 7,
  'Last 30 days': 30,
  'Last 90 days': 90,
  'Last 365 days': 365,
};

type VisitsResponse = InferResponseType<StaffApi['visits']['index']['$get']>;
type Row = { name: string; times: Partial<Record<string, number>>; payments: number; amount: number };

const loadVisits = (api: StaffApi, about: string) => {
  const { by, ...query } = valuesOf(about);
  // The API has no grouping by city, so cities are derived from paths.
  return api.visits.index.$get({ query: { ...query, by: by === 'city' ? 'path' : by } });
};

export function VisitsTool() {
  const [span, setSpan] = useState('Last 30 days');
  const [name, setName] = useState('Source');
  const by = groups[name] ?? '';
  return (
    <Screen title="Visits">
      <Flex gap={3} wrap="wrap">
        <Field label="Period" isVerbatim options={Object.keys(spans)} value={span} onType={setSpan} />
        <Field label="Grouped by" isVerbatim options={Object.keys(groups)} value={name} onType={setName} />
      </Flex>
      {/* The key discards earlier data, which is grouped differently. */}
      <StaffQuery key={`${span} ${by}`} load={loadVisits} about={`days=${spans[span]}&by=${by}`}>
        {(response) => <VisitTable response={response} by={by} title={name} />}
      </StaffQuery>
    </Screen>
  );
}

const sum = (rows: Row[], kind: VisitKind) =>
  rows.reduce((total, { times }) => total + (times[kind] ?? 0), 0);
/** Whether a visit came from an AI assistant, such as ChatGPT. */
const isFromAssistant = ({ name }: Row) => name.split(sourceSeparator)[1] === assistantMedium;
const inIndia = (count: number) => count.toLocaleString('en-IN');

function VisitTable({ response, by, title }: { response: VisitsResponse; by: string; title: string }) {
  const rows = toRows(response, by);
  if (rows.length === 0) return <Note>There were no page views in this period. Robots are not counted.</Note>;
  const columns: Column<Row>[] = [
    { title, cell: ({ name }) => nameOf(name, by) },
    ...counters.map(({ title, kind }) => ({
      title,
      isAmount: true,
      cell: ({ times }: Row) => times[kind] && inIndia(times[kind]),
    })),
    ...(by === 'source'
      ? [
          {
            title: 'Payments',
            isAmount: true,
            cell: ({ payments }: Row) => payments > 0 && inIndia(payments),
          },
          { title: 'Paid', isAmount: true, cell: ({ amount }: Row) => amount > 0 && formatRupees(amount) },
        ]
      : []),
  ];
  const paid = response.paid.reduce((total, { amount }) => total + amount, 0);
  return (
    <>
      <Facts
        rows={[
          ...counters.map(({ title, kind }) => [title, inIndia(sum(rows, kind))] as const),
          [
            'Payments',
            `${inIndia(response.paid.reduce((total, { payments }) => total + payments, 0))}, ${formatRupees(paid)}`,
          ],
          ...(by === 'source'
            ? [['Views from AI assistants', inIndia(sum(rows.filter(isFromAssistant), 'view'))] as const]
            : []),
        ]}
      />
      <Table
        label={`Visits by ${title.toLowerCase()}`}
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
      />
      <Text size={1} muted>
        Counted without cookies or personal data. Robots are not counted. A payment counts for the source of
        the visit in which the customer paid.
      </Text>
    </>
  );
}

const counters = [
  { title: 'Views', kind: 'view' },
  { title: 'Enquiries', kind: 'enquiry' },
  { title: 'Chats opened', kind: 'chat' },
  { title: 'Calls', kind: 'call' },
  { title: 'E-mails', kind: 'mail' },
] as const;

function toRows({ counted, paid }: VisitsResponse, by: string): Row[] {
  const rows = new Map<string, Row>();
  const findRow = (name: string) => {
    const row = rows.get(name) ?? { name, times: {}, payments: 0, amount: 0 };
    rows.set(name, row);
    return row;
  };
  for (const { name, kind, times } of counted) {
    const group = by === 'city' ? findCity(name) : name;
    if (group === undefined) continue;
    const row = findRow(group);
    row.times[kind] = (row.times[kind] ?? 0) + times;
  }
  if (by === 'source') for (const { source, ...sums } of paid) Object.assign(findRow(source), sums);
  const views = ({ times }: Row) => times.view ?? 0;
  return [...rows.values()].sort((a, b) =>
    by === 'day' ? b.name.localeCompare(a.name) : views(b) - views(a),
  );
}

const findCity = (path: string) => documentsAt(path).find(({ _type }) => _type === 'cityPage')?.slug;

function nameOf(name: string, by: string) {
  if (by === 'day') return formatDay(name);
  if (by === 'city')
    return name.replaceAll('-', ' ').replace(/(^| )\p{L}/gu, (letter) => letter.toUpperCase());
  return name || 'Unknown';
}
