import { Button, Flex, Select, Stack, TextInput } from '@sanity/ui';
import { useState } from 'react';
import {
  billAnswerSchema,
  billListSchema,
  billStates,
  type ListedBill,
} from '#web/payments/bills/contract.ts';
import { formatRupees } from '#web/payments/money.ts';
import { billLabels } from './labels.ts';
import { MakePayLink } from './make-pay-link.tsx';
import {
  type Column,
  Confirm,
  CopyButton,
  DeskDialog,
  Facts,
  Field,
  Listing,
  Problem,
  Screen,
  StateBadge,
} from './parts.tsx';
import { PayLinksFile } from './pay-links-file.tsx';
import { useAct, useDebounced, useList } from './remote.ts';
import { useDesk } from './requests.ts';

/** Bills that were made here, and how far they are paid. */
export function PayLinks() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState('');
  const [opened, setOpened] = useState<ListedBill>();
  const [making, setMaking] = useState<'one' | 'many'>();
  const list = useList(billListSchema, '/bills', { search: useDebounced(search.trim()), state });

  const columns: Column<ListedBill>[] = [
    {
      title: 'Bill',
      cell: (bill) => (
        <Button
          text={bill.bill_number}
          aria-label={`Bill ${bill.bill_number}`}
          mode="ghost"
          onClick={() => setOpened(bill)}
        />
      ),
    },
    {
      title: 'State',
      cell: (bill) => <StateBadge {...billLabels[bill.state]} />,
    },
    { title: 'Amount', isAmount: true, cell: ({ amount }) => formatRupees(amount) },
    { title: 'Paid', isAmount: true, cell: ({ paid_amount }) => formatRupees(paid_amount) },
    { title: 'Customer', cell: ({ customer_name }) => customer_name ?? 'erased' },
    { title: 'Due', cell: ({ due_on }) => due_on },
  ];

  return (
    <Screen
      title="Pay links"
      actions={
        <>
          <Button text="Make a pay link" tone="primary" onClick={() => setMaking('one')} />
          <Button text="Make many from a CSV" mode="ghost" onClick={() => setMaking('many')} />
        </>
      }
    >
      <Flex gap={3} wrap="wrap">
        <Field label="Search">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              placeholder="Bill, name or phone"
              maxLength={100}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="State">
          {(control) => (
            <Select {...control} value={state} onChange={(event) => setState(event.currentTarget.value)}>
              <option value="">All states</option>
              {billStates.map((one) => (
                <option key={one} value={one}>
                  {billLabels[one].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </Flex>
      <Listing
        label="Pay links"
        list={list}
        empty={search || state ? 'No pay link matches.' : 'No pay link has been made yet.'}
        columns={columns}
        rows={list.pages.flatMap(({ bills }) => bills)}
        keyOf={({ id }) => id}
      />
      {making === 'one' && (
        <MakePayLink
          onClose={() => setMaking(undefined)}
          onMade={(bill) => {
            setMaking(undefined);
            setOpened(bill);
            list.reload();
          }}
        />
      )}
      {making === 'many' && <PayLinksFile onClose={() => setMaking(undefined)} onMade={list.reload} />}
      {opened && (
        <PayLink
          bill={opened}
          onClose={() => setOpened(undefined)}
          onChange={(bill) => {
            setOpened(bill);
            list.reload();
          }}
        />
      )}
    </Screen>
  );
}

type Props = { bill: ListedBill; onClose(): void; onChange(bill: ListedBill): void };

function PayLink({ bill, onClose, onChange }: Props) {
  const desk = useDesk();
  const { run, isBusy, problem } = useAct();
  const cancel = () =>
    run(async () => onChange((await desk.post(billAnswerSchema, `/bills/${bill.id}/cancel`)).bill));
  return (
    <DeskDialog title={`Bill ${bill.bill_number}`} onClose={onClose}>
      <Facts
        rows={[
          ['State', billLabels[bill.state].label],
          ['Amount', formatRupees(bill.amount)],
          ['Paid', formatRupees(bill.paid_amount)],
          ['Customer', bill.customer_name ?? 'erased'],
          ['Phone', bill.customer_phone ?? 'erased'],
          ['E-mail', bill.customer_email],
          ['Due', bill.due_on],
          ['Note', bill.note],
          ['Made by', bill.created_by],
          ['Cancelled by', bill.cancelled_by],
        ]}
      />
      {bill.url && <Share bill={bill} url={bill.url} />}
      <Problem problem={problem} />
      {bill.cancelled_at === null && (
        <Confirm text="Cancel the link …" sure="Yes, cancel the link" isBusy={isBusy} onConfirm={cancel} />
      )}
    </DeskDialog>
  );
}

/** The ways to give a link to the customer. */
function Share({ bill, url }: { bill: ListedBill; url: string }) {
  const text = `Please pay ${formatRupees(bill.amount - bill.paid_amount)} for bill ${bill.bill_number}: ${url}`;
  const mail = new URLSearchParams({ subject: `Bill ${bill.bill_number}`, body: text });
  return (
    <Stack gap={3}>
      <TextInput
        readOnly
        aria-label="Pay link"
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Flex gap={2} wrap="wrap">
        <CopyButton text={url} label="Copy link" />
        {bill.customer_phone && (
          <Button
            as="a"
            href={`https://wa.me/91${bill.customer_phone}?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noreferrer"
            text="WhatsApp"
            mode="ghost"
          />
        )}
        <Button
          as="a"
          href={`mailto:${bill.customer_email ?? ''}?${mail.toString().replaceAll('+', '%20')}`}
          text="E-mail"
          mode="ghost"
        />
      </Flex>
    </Stack>
  );
}
