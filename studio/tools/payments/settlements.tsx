import type * as z from 'zod/mini';
import { settlementLinesSchema, settlementsSchema } from '#web/payments/desk/contract.ts';
import { formatRupees } from '#web/payments/money.ts';
import { asTime } from './labels.ts';
import { type Column, DeskLink, Empty, Listing, Loading, Problem, Screen, Table } from './parts.tsx';
import { useList, useRemote } from './remote.ts';

const columns: Column<z.infer<typeof settlementsSchema>['settlements'][number]>[] = [
  {
    title: 'Settlement',
    cell: ({ id }) => (
      <DeskLink screen="settlements" id={id}>
        {id}
      </DeskLink>
    ),
  },
  { title: 'Bank’s UTR', cell: ({ utr }) => utr ?? 'not yet' },
  { title: 'State', cell: ({ status }) => status },
  { title: 'To the bank', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Fees', isAmount: true, cell: ({ fees }) => formatRupees(fees) },
  { title: 'Tax in them', isAmount: true, cell: ({ tax }) => formatRupees(tax) },
  { title: 'Made', cell: ({ created_at }) => asTime(created_at) },
];

/** Razorpay's transfers to the agency's bank. */
export function Settlements() {
  const list = useList(settlementsSchema, '/settlements');
  return (
    <Screen title="Settlements">
      <Listing
        label="Settlements"
        list={list}
        empty="Razorpay has transferred nothing to your bank yet."
        columns={columns}
        rows={list.pages.flatMap(({ settlements }) => settlements)}
        keyOf={({ id }) => id}
      />
    </Screen>
  );
}

const lineColumns: Column<z.infer<typeof settlementLinesSchema>['lines'][number]>[] = [
  {
    title: 'Bill',
    cell: ({ order_id, bill_number }) =>
      order_id ? (
        <DeskLink screen="payments" id={order_id}>
          {bill_number ?? order_id}
        </DeskLink>
      ) : (
        'not known here'
      ),
  },
  { title: 'What', cell: ({ kind }) => kind },
  { title: 'ID', cell: ({ subject }) => subject },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'When', cell: ({ at }) => asTime(at) },
];

/** What one transfer is made of. */
export function Settlement({ id }: { id: string }) {
  const { data, problem, reload } = useRemote(
    settlementLinesSchema,
    `/settlements/${encodeURIComponent(id)}`,
  );
  const sum = data?.lines.reduce((total, { amount }) => total + amount, 0) ?? 0;
  return (
    <Screen title={`Settlement ${id}`} actions={<DeskLink screen="settlements">All settlements</DeskLink>}>
      <Problem problem={problem} onRetry={reload} />
      {!data && !problem && <Loading />}
      {data?.lines.length === 0 && <Empty>What it consists of is not known yet.</Empty>}
      {data && data.lines.length > 0 && (
        <>
          <div>
            {data.lines.length.toLocaleString('en-IN')} lines, {formatRupees(sum)} to the bank
          </div>
          <Table
            label="Lines of the settlement"
            columns={lineColumns}
            rows={data.lines}
            keyOf={({ subject, kind, at }) => `${subject}-${kind}-${at}`}
          />
        </>
      )}
    </Screen>
  );
}
