import { Flex } from '@sanity/ui';
import { StateLink, useRouter } from 'sanity/router';
import { formatDay } from '#schemas/days.ts';
import { Note, Screen, ScreenLink } from '#studio/ui/elements.tsx';
import { ActionButton, Field } from '#studio/ui/forms.tsx';
import { download, queryOf, useStaffApi, valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, StaffQuery, Table } from '#studio/ui/table.tsx';
import { dayInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { type OwedPart, owedParts, owedTitles } from '#web/contracts/owed-parts.ts';
import type { OwedBill, OwedCustomer } from './api-types.ts';

/** Reads the day, and the part of the sums, from the URL, so that a view can be bookmarked. */
function useView() {
  const { state, navigate } = useRouter();
  const { day = dayInIndia(Date.now()), part } = Object.fromEntries(state._searchParams ?? []);
  return { day, part, choose: (chosen: string) => navigate(viewOf(undefined, chosen), { replace: true }) };
}

/** The state of the Studio's router for a view. `id` is a customer's, or `all`. */
const viewOf = (id: string | undefined, day: string, part?: OwedPart) => ({
  screen: 'owing',
  ...(id !== undefined && { id }),
  _searchParams: [...new URLSearchParams(queryOf({ day, part }))],
});

type SumProps = { id: string; day: string; part?: OwedPart; sum: number };

/** A sum that leads to its bills; nothing for 0. */
const Sum = ({ id, day, part, sum }: SumProps) =>
  sum === 0 ? null : <StateLink state={viewOf(id, day, part)}>{formatRupees(sum)}</StateLink>;

export function Owing() {
  const { day, choose } = useView();
  const api = useStaffApi();
  const file = () => api.payments.owing.export.$get({ query: { day } });
  return (
    <Screen
      title="Who owes"
      actions={<ActionButton text="Export CSV" action={() => download(file(), `owing-${day}.csv`)} />}
    >
      <Flex style={{ maxWidth: '14rem' }}>
        <Field label="At the end of" type="date" value={day} onType={choose} />
      </Flex>
      <StaffQuery load={(api, about) => api.payments.owing.$get({ query: { day: about } })} about={day}>
        {({ customers, all, hasUdyam }) =>
          customers.length === 0 ? (
            <Note tone="positive">Nobody owed anything on this day.</Note>
          ) : (
            <Table
              label="Who owes"
              columns={customerColumns(day, all, hasUdyam)}
              rows={[all, ...customers]}
              keyOf={({ id }) => id}
            />
          )
        }
      </StaffQuery>
    </Screen>
  );
}

function customerColumns(day: string, all: OwedCustomer, hasUdyam: boolean): Column<OwedCustomer>[] {
  const used = owedParts.filter((part) => all.parts[part] !== 0);
  return [
    {
      title: 'Customer',
      cell: ({ id, name }) => (
        <StateLink state={viewOf(id, day)}>{id === 'all' ? 'All customers' : (name ?? 'erased')}</StateLink>
      ),
    },
    ...used.map((part) => ({
      title: owedTitles[part],
      isAmount: true,
      cell: ({ id, parts }: OwedCustomer) => <Sum {...{ id, day, part, sum: parts[part] }} />,
    })),
    { title: 'Balance', isAmount: true, cell: ({ id, balance: sum }) => <Sum {...{ id, day, sum }} /> },
    ...(hasUdyam ? [{ title: '45 days end', cell: (row: OwedCustomer) => formatDay(row.creditEndsOn) }] : []),
  ];
}

const isPart = (text: string | undefined): text is OwedPart => owedParts.some((part) => part === text);

/** The bills behind a sum. */
export function OwedBills({ id }: { id: string }) {
  const { day, part } = useView();
  return (
    <Screen
      title={`${isPart(part) ? owedTitles[part] : 'All that is owed'} at the end of ${formatDay(day)}`}
      actions={<StateLink state={viewOf(undefined, day)}>All customers</StateLink>}
    >
      <StaffQuery
        load={(api, about) => api.payments.owing.bills.$get({ query: valuesOf(about) })}
        about={queryOf({ day, part, customer: id })}
      >
        {({ bills, hasUdyam }) => (
          <Table label="Bills" columns={billColumns(part, hasUdyam)} rows={bills} keyOf={(bill) => bill.id} />
        )}
      </StaffQuery>
    </Screen>
  );
}

function billColumns(part: string | undefined, hasUdyam: boolean): Column<OwedBill>[] {
  return [
    {
      title: 'Bill',
      cell: ({ id, bill_number }) => <ScreenLink screen="links" id={id} text={bill_number} />,
    },
    { title: 'Customer', cell: ({ customer_name }) => customer_name ?? 'erased' },
    { title: 'Billed', cell: ({ billedOn }) => formatDay(billedOn) },
    { title: 'Due', cell: ({ due_on }) => formatDay(due_on) },
    { title: 'Days late', isAmount: true, cell: ({ daysLate }) => daysLate || null },
    ...(hasUdyam ? [{ title: '45 days end', cell: (bill: OwedBill) => formatDay(bill.creditEndsOn) }] : []),
    { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
    {
      title: isPart(part) ? owedTitles[part] : 'Balance',
      isAmount: true,
      cell: ({ parts, balance }) => formatRupees(isPart(part) ? parts[part] : balance),
    },
  ];
}
