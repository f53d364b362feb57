import { Flex } from '@sanity/ui';
import { useState } from 'react';
import { formatRupees } from '#web/contracts/money.ts';
import { billStates } from '#web/contracts/states.ts';
import { Field, Opening } from './acts.tsx';
import type { ListedBill } from './answers.ts';
import { asDay } from './labels.ts';
import { MakePayLink, MakePayLinks } from './make-pay-links.tsx';
import { StateBadge } from './parts.tsx';
import { PayLink } from './pay-link.tsx';
import { type Desk, valuesOf } from './site.ts';
import { type Column, Listing } from './table.tsx';

const askBills = (desk: Desk, query: string) => desk.payments.bills.$get({ query: valuesOf(query) });

const columns: Column<ListedBill>[] = [
  {
    title: 'Bill',
    cell: (bill) => (
      <Opening text={bill.bill_number} aria-label={`Bill ${bill.bill_number}`}>
        <PayLink bill={bill} />
      </Opening>
    ),
  },
  { title: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Paid', isAmount: true, cell: ({ paid_amount }) => formatRupees(paid_amount) },
  { title: 'Customer', cell: ({ customer_name }) => customer_name ?? 'erased' },
  { title: 'Due', cell: ({ due_on }) => asDay(due_on) },
];

export function PayLinks() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState('');
  return (
    <Listing
      title="Pay links"
      ask={askBills}
      query={{ search: search.trim(), state }}
      rowsOf={({ bills }) => bills}
      columns={columns}
      empty={search || state ? 'No pay link matches.' : 'No pay link has been made yet.'}
      actions={
        <>
          <Opening text="Make a pay link" mode="default" tone="primary">
            <MakePayLink />
          </Opening>
          <Opening text="Make many from a CSV">
            <MakePayLinks />
          </Opening>
        </>
      }
      filters={
        <Flex gap={3} wrap="wrap">
          <Field
            label="Search"
            type="search"
            placeholder="Bill, name, phone"
            value={search}
            onType={setSearch}
          />
          <Field label="Status" options={['', ...billStates]} value={state} onType={setState} />
        </Flex>
      }
    />
  );
}
