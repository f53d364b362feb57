import { formatDay } from '#schemas/days.ts';
import { ScreenLink, StateBadge } from '#studio/ui/elements.tsx';
import { DialogButton } from '#studio/ui/forms.tsx';
import { labelOf } from '#studio/ui/labels.ts';
import { queryOf, valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing, useFilters } from '#studio/ui/table.tsx';
import { awaitsPayment } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { billFilters } from '#web/contracts/states.ts';
import type { ListedBill } from './api-types.ts';
import { CreatePaymentLink, CreatePaymentLinks } from './create-payment-links.tsx';

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
        </>
      }
      filters={filters}
    />
  );
}
