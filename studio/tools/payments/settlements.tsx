import { Facts, Screen, ScreenLink, StateBadge } from '#studio/ui/elements.tsx';
import { formatTime, labelOf, pluralize } from '#studio/ui/labels.ts';
import { valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing, StaffQuery, Table } from '#studio/ui/table.tsx';
import { formatRupees } from '#web/contracts/money.ts';
import type { SettlementLine, Settlement as SettlementRow } from './api-types.ts';

const columns: Column<SettlementRow>[] = [
  { title: 'Settlement', cell: ({ id }) => <ScreenLink screen="settlements" id={id} text={id} /> },
  { title: 'Bank’s UTR', cell: ({ utr }) => utr ?? 'not yet' },
  { title: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
  { title: 'To the bank', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Fees taken', isAmount: true, cell: ({ payment_fees }) => formatRupees(payment_fees) },
  { title: 'Tax in the fees', isAmount: true, cell: ({ payment_tax }) => formatRupees(payment_tax) },
  { title: 'Created', cell: ({ created_at }) => formatTime(created_at) },
];

export function Settlements() {
  return (
    <Listing
      title="Settlements"
      load={(api, query) => api.payments.settlements.$get({ query: valuesOf(query) })}
      rowsOf={({ settlements }) => settlements}
      columns={columns}
      empty="Razorpay has transferred nothing to your bank yet."
    />
  );
}

const lineColumns: Column<SettlementLine>[] = [
  {
    title: 'Bill',
    cell: ({ order_id: id, bill_number }) => (
      <ScreenLink screen="payments" id={id} text={bill_number ?? id ?? 'unknown'} />
    ),
  },
  { title: 'What', cell: ({ kind }) => labelOf(kind) },
  { title: 'ID', cell: ({ subject }) => subject },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'When', cell: ({ at }) => formatTime(at) },
];

const addUp = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

export function Settlement({ id }: { id: string }) {
  return (
    <Screen title={`Settlement ${id}`} actions={<ScreenLink screen="settlements" text="All settlements" />}>
      <StaffQuery
        load={(api, settlement) =>
          api.payments.settlements[':settlementId'].$get({
            param: { settlementId: encodeURIComponent(settlement) },
          })
        }
        about={id}
      >
        {({ lines, settlement }) => (
          <>
            <Facts
              rows={[
                ['To the bank', settlement && formatRupees(settlement.amount)],
                ['Status', settlement && labelOf(settlement.status)],
                ['Bank’s UTR', settlement?.utr],
                ['Fees taken', settlement && formatRupees(settlement.payment_fees)],
                ['Tax in the fees', settlement && formatRupees(settlement.payment_tax)],
                [pluralize(lines.length, 'line'), formatRupees(addUp(lines))],
              ]}
            />
            <Table
              label="Lines of the settlement"
              columns={lineColumns}
              rows={lines}
              keyOf={({ subject, kind, at }) => `${subject}-${kind}-${at}`}
            />
          </>
        )}
      </StaffQuery>
    </Screen>
  );
}
