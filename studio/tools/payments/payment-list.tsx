import { Flex, Text } from '@sanity/ui';
import { useState } from 'react';
import { useRouter } from 'sanity/router';
import { ScreenLink, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog, ToolDialog } from '#studio/ui/forms.tsx';
import { formatTime, labelOf, pluralize } from '#studio/ui/labels.ts';
import { download, queryOf, useStaffApi, valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing, StaffQuery } from '#studio/ui/table.tsx';
import { ledgerList, ledgers } from '#web/contracts/entry-kinds.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import {
  type AccountingFormat,
  accountingFormats,
  isAccountingFormat,
  orderFilters,
} from '#web/contracts/states.ts';
import { stateOf } from './advice.ts';
import type { ListedOrder, OrderList } from './api-types.ts';

/** The last search, restored on return. It is not in the URL, because it may be a name or phone number. */
let lastSearch = '';

type Filter = Partial<Record<string, string>>;

/** Keeps state and days in the URL, so that a list can be bookmarked. These values contain no personal data. */
function useFilter(): [Filter, (change: Filter) => void] {
  const { state, navigate } = useRouter();
  const filter: Filter = Object.fromEntries(state._searchParams ?? []);
  const change = (changed: Filter) => {
    const _searchParams = [...new URLSearchParams(queryOf({ ...filter, ...changed }))];
    navigate({ screen: 'payments', _searchParams }, { replace: true });
  };
  return [filter, change];
}

export const columns: Column<ListedOrder>[] = [
  {
    title: 'Bill',
    cell: ({ id, bill_number }) => <ScreenLink screen="payments" id={id} text={bill_number} />,
  },
  { title: 'Status', cell: (order) => <StateBadge state={stateOf(order)} /> },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Refunded', isAmount: true, cell: ({ refunded_amount: back }) => back > 0 && formatRupees(back) },
  { title: 'Customer', cell: ({ customer_name }) => customer_name ?? 'erased' },
  { title: 'Method', cell: ({ method }) => labelOf(method) },
  { title: 'Paid or started', cell: ({ paid_at, created_at }) => formatTime(paid_at ?? created_at) },
];

const states = ['', ...orderFilters];

export function PaymentList() {
  const [search, setSearch] = useState(lastSearch);
  const [filter, setFilter] = useFilter();
  const query = { ...filter, search: search.trim() };
  const remember = (text: string) => {
    lastSearch = text;
    setSearch(text);
  };
  return (
    <Listing
      title="Payments"
      load={(api, query) => api.payments.index.$get({ query: valuesOf(query) })}
      query={query}
      rowsOf={({ orders }) => orders}
      columns={columns}
      empty={queryOf(query) ? 'No payment matches.' : 'There are no payments yet.'}
      actions={<Exports from={filter.from} to={filter.to} />}
      filters={
        <>
          <Field
            label="Search"
            type="search"
            placeholder="Name, phone, bill, amount, last four digits, UTR, RRN, UPI address or ID"
            value={search}
            onType={remember}
          />
          <Flex gap={3} wrap="wrap">
            <Field
              label="Status"
              options={states}
              value={filter.state}
              onType={(state) => setFilter({ state })}
            />
            <Field label="From" type="date" value={filter.from} onType={(from) => setFilter({ from })} />
            <Field label="To" type="date" value={filter.to} onType={(to) => setFilter({ to })} />
          </Flex>
        </>
      }
      above={({ totals }) => <Totals totals={totals} days={filter.from ?? filter.to} />}
    />
  );
}

function Totals({ totals, days }: { totals: OrderList['totals']; days: string | undefined }) {
  const parts = [
    days ? 'In this period:' : 'This month:',
    pluralize(totals.payments, 'payment'),
    `${formatRupees(totals.captured)} taken`,
    `${formatRupees(totals.fees)} fees`,
    `${formatRupees(totals.refunded)} refunded`,
    ...(totals.deducted !== 0 ? [`${formatRupees(totals.deducted)} deducted`] : []),
  ];
  return (
    <Flex gap={4} wrap="wrap" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {parts.map((part) => (
        <Text key={part} size={1}>
          {part}
        </Text>
      ))}
    </Flex>
  );
}

/** Exports payments, refunds and settlements of the given days, by default of this month so far. */
export function Exports(days: { from: string | undefined; to: string | undefined }) {
  const api = useStaffApi();
  const to = days.to ?? dayInIndia(Date.now());
  const from = days.from ?? `${to.slice(0, 8)}01`;
  const file = () => api.payments.export.$get({ query: { from, to } });
  return (
    <>
      <ActionButton text="Export CSV" action={() => download(file(), `payments-${from}-${to}.csv`)} />
      <DialogButton key={`${from}-${to}`} text="For the accountant">
        <AccountingFiles from={from} to={to} />
      </DialogButton>
      <DialogButton text="Ledger names">
        <LedgerNames />
      </DialogButton>
    </>
  );
}

function AccountingFiles(days: { from: string; to: string }) {
  const api = useStaffApi();
  const [format, setFormat] = useState<AccountingFormat>('tally');
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const file = () => api.payments.accounts.$get({ query: { format, from, to } });
  return (
    <ToolDialog title="For the accountant">
      <Text size={1}>
        The file contains the payments, refunds, fees, disputes and transfers of these days. If you import the
        same days again, Tally adds nothing, and Zoho Books rejects entries whose number it already has.
      </Text>
      <Field
        label="File"
        options={Object.keys(accountingFormats)}
        value={format}
        onType={(chosen) => isAccountingFormat(chosen) && setFormat(chosen)}
      />
      <Flex gap={3} wrap="wrap">
        <Field label="From" type="date" value={from} onType={setFrom} />
        <Field label="To" type="date" value={to} onType={setTo} />
      </Flex>
      <ActionButton
        text="Download"
        tone="primary"
        mode="default"
        action={() => download(file(), `${format}-${from}-${to}.${accountingFormats[format]}`)}
      />
    </ToolDialog>
  );
}

function LedgerNames() {
  return (
    <FormDialog
      title="Ledger names"
      submit="Save"
      send={(api, typed) => api.payments.ledgers.$post({ json: typed })}
      successText="Saved"
    >
      <Text size={1}>
        Enter each name exactly as in Tally or Zoho Books. In the customers’ ledger, {'{customer}'} stands for
        the customer’s name.
      </Text>
      <StaffQuery load={(api) => api.payments.ledgers.$get()}>
        {({ names }) =>
          ledgerList.map((ledger) => (
            <Field key={ledger} name={ledger} label={ledgers[ledger].title} defaultValue={names[ledger]} />
          ))
        }
      </StaffQuery>
    </FormDialog>
  );
}
