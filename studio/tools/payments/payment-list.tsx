import { DownloadIcon } from '@sanity/icons/Download';
import { Box, Button, Flex, Select, Stack, Text, TextInput } from '@sanity/ui';
import { useSyncExternalStore } from 'react';
import { useRouter } from 'sanity/router';
import { type ListedOrder, type OrderList, orderListSchema } from '#web/payments/desk/contract.ts';
import { dayInIndia } from '#web/payments/india.ts';
import { formatRupees } from '#web/payments/money.ts';
import { asTime, methodLabel, stateOf, states } from './labels.ts';
import { type Column, DeskLink, Field, Listing, Problem, Screen, StateBadge } from './parts.tsx';
import { useAct, useDebounced, useList } from './remote.ts';
import { queryOf, useDesk } from './requests.ts';

/**
 * What is searched for. It may be a person's name or phone number, so it is kept in memory, not in the address: it is
 * there again on the way back from a payment, and when the Studio mounts the tool anew while it starts.
 */
let searched = '';
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setSearched(text: string) {
  searched = text;
  for (const listener of listeners) listener();
}

const filterNames = ['state', 'from', 'to'] as const;
type Filter = Partial<Record<(typeof filterNames)[number], string>>;

/** State and days, kept in the tool's address: they can be bookmarked and hold nothing personal. */
function useFilter(): [Filter, (change: Filter) => void] {
  const { state, navigate } = useRouter();
  const given = new URLSearchParams(state._searchParams);
  const filter = Object.fromEntries(filterNames.map((name) => [name, given.get(name) ?? undefined]));
  const change = (changed: Filter) => {
    const kept = Object.entries({ ...filter, ...changed }).flatMap(([name, value]): [string, string][] =>
      value ? [[name, value]] : [],
    );
    navigate({ screen: 'payments', _searchParams: kept }, { replace: true });
  };
  return [filter, change];
}

const columns: Column<ListedOrder>[] = [
  {
    title: 'Bill',
    cell: ({ id, bill_number }) => (
      <DeskLink screen="payments" id={id}>
        {bill_number}
      </DeskLink>
    ),
  },
  {
    title: 'State',
    cell: (order) => <StateBadge {...stateOf(order)} />,
  },
  { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
  {
    title: 'Refunded',
    isAmount: true,
    cell: ({ refunded_amount }) => (refunded_amount > 0 ? formatRupees(refunded_amount) : null),
  },
  { title: 'Customer', cell: ({ customer_name }) => customer_name ?? 'erased' },
  { title: 'Method', cell: ({ method }) => methodLabel(method) },
  { title: 'Paid, or begun', cell: ({ paid_at, created_at }) => asTime(paid_at ?? created_at) },
];

/** Everything that was paid or tried, to be found by anything that a caller can quote. */
export function PaymentList() {
  const typed = useSyncExternalStore(subscribe, () => searched);
  const search = useDebounced(typed.trim());
  const [filter, setFilter] = useFilter();
  const list = useList(orderListSchema, '', { search, ...filter });
  return (
    <Screen title="Payments" actions={<Export filter={filter} />}>
      <Stack gap={3}>
        <Field label="Search">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              placeholder="Name, phone, bill, UTR, RRN, UPI address, payment or order ID"
              maxLength={100}
              value={typed}
              onChange={(event) => setSearched(event.currentTarget.value)}
            />
          )}
        </Field>
        <Flex gap={3} wrap="wrap">
          <Box flex={1} style={{ minWidth: '10rem' }}>
            <Field label="State">
              {(control) => (
                <Select
                  {...control}
                  value={filter.state ?? ''}
                  onChange={(event) => setFilter({ state: event.currentTarget.value })}
                >
                  {states.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </Box>
          {(['from', 'to'] as const).map((name) => (
            <Box key={name} flex={1} style={{ minWidth: '8rem' }}>
              <Field label={name === 'from' ? 'From' : 'To'}>
                {(control) => (
                  <TextInput
                    {...control}
                    type="date"
                    value={filter[name] ?? ''}
                    onChange={(event) => setFilter({ [name]: event.currentTarget.value })}
                  />
                )}
              </Field>
            </Box>
          ))}
        </Flex>
      </Stack>
      {list.data && <Totals totals={list.data.totals} hasDays={Boolean(filter.from || filter.to)} />}
      <Listing
        label="Payments"
        list={list}
        empty={
          search || filter.state || filter.from || filter.to ? 'No payment matches.' : 'Nobody has paid yet.'
        }
        columns={columns}
        rows={list.pages.flatMap(({ orders }) => orders)}
        keyOf={({ id }) => id}
      />
    </Screen>
  );
}

function Totals({ totals, hasDays }: { totals: OrderList['totals']; hasDays: boolean }) {
  const parts = [
    `${totals.payments.toLocaleString('en-IN')} ${totals.payments === 1 ? 'payment' : 'payments'}`,
    `${formatRupees(totals.captured)} taken`,
    `${formatRupees(totals.fees)} fees`,
    `${formatRupees(totals.refunded)} refunded`,
    ...(totals.deducted > 0 ? [`${formatRupees(totals.deducted)} deducted`] : []),
  ];
  return (
    <Flex gap={4} wrap="wrap" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Text size={1} muted>
        {hasDays ? 'In these days:' : 'This month:'}
      </Text>
      {parts.map((part) => (
        <Text key={part} size={1}>
          {part}
        </Text>
      ))}
    </Flex>
  );
}

/** A file of the chosen days; without days, of this month so far. */
function Export({ filter }: { filter: Filter }) {
  const desk = useDesk();
  const { run, isBusy, problem } = useAct();
  const today = dayInIndia(Date.now());
  const to = filter.to ?? today;
  const from = filter.from ?? `${to.slice(0, 8)}01`;
  return (
    <Stack gap={2}>
      <Button
        icon={DownloadIcon}
        text={isBusy ? 'Exporting …' : 'Export CSV'}
        title={`Payments, refunds and settlements from ${from} to ${to}`}
        mode="ghost"
        disabled={isBusy}
        onClick={() =>
          run(() => desk.download(`/export${queryOf({ from, to })}`, `payments-${from}-${to}.csv`))
        }
      />
      <Problem problem={problem} />
    </Stack>
  );
}
