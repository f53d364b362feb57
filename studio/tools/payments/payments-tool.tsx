import { CreditCardIcon } from '@sanity/icons/CreditCard';
import { DownloadIcon } from '@sanity/icons/Download';
import { Box, Button, Card, Container, Flex, Heading, Select, Stack, Text, TextInput } from '@sanity/ui';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { definePlugin, useClient } from 'sanity';
import { route, useRouter } from 'sanity/router';
import { apiVersion } from '#studio/api-version.ts';
import { asRupees, states } from './labels.ts';
import { OrderDetails } from './order-details.tsx';
import { OrderTable } from './order-table.tsx';
import { type Filter, fetchCsv, fetchOrders, type OrderList } from './requests.ts';

/** Adds the payments to the Studio's tools; `toolsFor` shows them to administrators, and the site checks it. */
export const payments = definePlugin({
  name: 'payments',
  tools: [
    {
      name: 'payments',
      title: 'Payments',
      icon: CreditCardIcon,
      component: PaymentsTool,
      router: route.create('/'),
    },
  ],
});

/** Debounce of the filter, in milliseconds. */
const filterDebounce = 300;

/** The tool in which administrators see the payments that the site has taken. */
function PaymentsTool() {
  const { token } = useClient({ apiVersion }).config();
  if (!token)
    return (
      <Box padding={5}>
        <Container width={1}>
          <Card padding={4} radius={2} tone="caution">
            <Text>
              Payments are read with your own Studio session, and this session has no token. Sign out and in
              again; on hosted Sanity, the Studio must use the login method “token”.
            </Text>
          </Card>
        </Container>
      </Box>
    );
  return <Payments token={token} />;
}

const noFilter: Filter = { bill: '', state: '', from: '', to: '' };

/**
 * The filter, kept in the tool's address: it can be bookmarked, and survives the Studio mounting the tool twice while it
 * starts. It holds bill numbers, states and dates, nothing personal.
 */
function useFilter(): [Filter, (filter: Filter) => void] {
  const { state, navigate } = useRouter();
  const given = new URLSearchParams(state._searchParams).toString();
  const filter = useMemo(() => ({ ...noFilter, ...Object.fromEntries(new URLSearchParams(given)) }), [given]);
  const change = (changed: Filter) =>
    navigate(
      { _searchParams: Object.entries(changed).filter(([, value]) => value !== '') },
      { replace: true },
    );
  return [filter, change];
}

function Payments({ token }: { token: string }) {
  const [filter, setFilter] = useFilter();
  const [list, setList] = useState<OrderList>();
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(true);
  const [opened, setOpened] = useState<string>();
  const [version, setVersion] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again for the same filter
  useEffect(() => {
    let isCurrent = true;
    setLoading(true);
    const timer = setTimeout(() => {
      fetchOrders(token, filter)
        .then((found) => {
          if (!isCurrent) return;
          setList(found);
          setProblem(undefined);
        })
        .catch((error: Error) => isCurrent && setProblem(error.message))
        .finally(() => isCurrent && setLoading(false));
    }, filterDebounce);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [token, filter, version]);

  async function more() {
    if (!list?.next) return;
    const page = await fetchOrders(token, filter, list.next);
    setList({ ...page, orders: [...list.orders, ...page.orders] });
  }

  async function download() {
    const href = URL.createObjectURL(await fetchCsv(token, filter));
    Object.assign(document.createElement('a'), { href, download: 'payments.csv' }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  const showProblem = (error: Error) => setProblem(error.message);

  const totals = list?.totals;
  return (
    <Box padding={4} overflow="auto" height="fill">
      <Container width={4}>
        <Stack gap={5}>
          <Flex justify="space-between" align="center" gap={3} wrap="wrap">
            <Heading as="h1">Payments</Heading>
            <Button
              icon={DownloadIcon}
              text="Export CSV"
              mode="ghost"
              onClick={() => download().catch(showProblem)}
            />
          </Flex>
          <Filters filter={filter} onChange={setFilter} />
          {problem && (
            <Card tone="critical" padding={4} radius={2} role="alert">
              <Text>{problem}</Text>
            </Card>
          )}
          {totals && (
            <Flex gap={5} wrap="wrap" aria-live="polite">
              <Text
                size={1}
              >{`${totals.orders.toLocaleString('en-IN')} ${totals.orders === 1 ? 'order' : 'orders'}`}</Text>
              <Text size={1}>{asRupees(totals.paid)} paid</Text>
              <Text size={1}>{asRupees(totals.refunded)} refunded</Text>
              <Text size={1}>{totals.duplicates} to check for a refund</Text>
              {isLoading && (
                <Text size={1} muted>
                  Loading …
                </Text>
              )}
            </Flex>
          )}
          {!list && !problem && <Text muted>Loading …</Text>}
          {list?.orders.length === 0 && <Text muted>No payment matches.</Text>}
          {list && list.orders.length > 0 && <OrderTable orders={list.orders} onOpen={setOpened} />}
          {list?.next && <Button text="Show more" mode="ghost" onClick={() => more().catch(showProblem)} />}
        </Stack>
      </Container>
      {opened && (
        <OrderDetails
          token={token}
          orderId={opened}
          onClose={() => setOpened(undefined)}
          onChange={() => setVersion((current) => current + 1)}
        />
      )}
    </Box>
  );
}

type Control = {
  id: string;
  value: string;
  onChange(event: { currentTarget: { value: string } }): void;
};

function Filters({ filter, onChange }: { filter: Filter; onChange(filter: Filter): void }) {
  const prefix = useId();
  const labelled = (name: keyof Filter, label: string, show: (control: Control) => ReactNode) => {
    const id = `${prefix}-${name}`;
    return (
      <Stack gap={2}>
        <Text as="label" size={1} weight="semibold" htmlFor={id}>
          {label}
        </Text>
        {show({
          id,
          value: filter[name],
          onChange: (event) => onChange({ ...filter, [name]: event.currentTarget.value }),
        })}
      </Stack>
    );
  };
  return (
    <Flex gap={3} wrap="wrap">
      {labelled('bill', 'Bill number or ID', (control) => (
        <TextInput {...control} type="search" maxLength={60} />
      ))}
      {labelled('state', 'State', (control) => (
        <Select {...control}>
          {states.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ))}
      {labelled('from', 'From', (control) => (
        <TextInput {...control} type="date" />
      ))}
      {labelled('to', 'To', (control) => (
        <TextInput {...control} type="date" />
      ))}
    </Flex>
  );
}
