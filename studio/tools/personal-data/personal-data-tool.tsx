import { Flex } from '@sanity/ui';
import type { InferResponseType } from 'hono/client';
import { useState } from 'react';
import { Facts, Note, Screen, Section } from '#studio/ui/elements.tsx';
import { ActionButton, Field } from '#studio/ui/forms.tsx';
import { formatTime, labelOf } from '#studio/ui/labels.ts';
import { ApiError, download, type StaffApi, useStaffApi } from '#studio/ui/staff-api.ts';
import { type Column, Table } from '#studio/ui/table.tsx';

type Found = InferResponseType<StaffApi['personalData']['find']['$post']>;
type Staying = Found['stays'][number];

const why: Record<Staying['reason'], string> = {
  accounts: 'Books of account (PAYMENT_RETENTION_DAYS)',
  minimum: 'Minimum period (PERSONAL_DATA_MIN_DAYS)',
  'late-payment': 'The customer may still be paying',
  open: 'It is open. Settle or cancel the bill, or end the retainer, first',
  unsent: 'The message is still to be sent',
  unsubscribed: 'So that no reminder is sent again. Stored as a digest',
};

const columns: Column<Staying>[] = [
  { title: 'Record', cell: ({ table }) => labelOf(table) },
  { title: 'About', cell: ({ about }) => labelOf(about) },
  { title: 'Why it stays', cell: ({ reason }) => why[reason] },
  { title: 'Until', cell: ({ until }) => formatTime(until) ?? 'that changes' },
];

export function PersonalDataTool() {
  const api = useStaffApi().personalData;
  const [contacts, setContacts] = useState('');
  const [result, setResult] = useState<{ found?: Found; problem?: string | undefined }>({});
  const json = { contacts };
  const find = () =>
    api.find.$post({ json }).then(
      async (response) => setResult({ found: await response.json() }),
      (error: unknown) => {
        setResult({ problem: error instanceof ApiError ? error.fields.contacts : undefined });
        throw error;
      },
    );
  const type = (typed: string) => {
    setContacts(typed);
    setResult({});
  };
  const eraseAndShow = () => api.erase.$post({ json }).then(find);
  const label = 'E-mail addresses, UPI addresses and phone numbers, each on its own line';
  return (
    <Screen title="Personal data">
      <Section title="Find, export and erase the data of one person">
        <Field label={label} isLong value={contacts} problem={result.problem} onType={type} />
        <ActionButton text="Find" action={find} />
        {result.found && (
          <>
            <Facts
              rows={[
                ['Names', result.found.names.join(', ') || 'Nothing is stored.'],
                ['Also found with', result.found.others.join(', ')],
                ...result.found.found.map(({ table, rows }) => [labelOf(table), String(rows)] as const),
              ]}
            />
            <Table
              label="Records that stay"
              columns={columns}
              rows={result.found.stays}
              keyOf={(record) => Object.values(record).join()}
            />
            <Flex gap={2} wrap="wrap">
              <ActionButton
                text="Export"
                action={() => download(api.export.$post({ json }), 'personal-data.json')}
              />
              <ActionButton
                text="Erase what may be erased"
                confirmText="Yes, erase permanently"
                action={eraseAndShow}
              />
            </Flex>
            <Note>
              Several people can share a phone number, so check the names before you erase. Erase by hand:
              WhatsApp chats, mailboxes with CVs, Razorpay, the accountant’s files, and names in pages.
            </Note>
          </>
        )}
      </Section>
    </Screen>
  );
}
