import { UsersIcon } from '@sanity/icons/Users';
import { Flex } from '@sanity/ui';
import type { InferResponseType } from 'hono/client';
import { useState } from 'react';
import { definePlugin } from 'sanity';
import { Facts, Note, Screen, Section } from '#studio/ui/elements.tsx';
import { ActionButton, Field } from '#studio/ui/forms.tsx';
import { formatTime, labelOf, pluralize } from '#studio/ui/labels.ts';
import { ApiError, download, type StaffApi, useStaffApi } from '#studio/ui/staff-api.ts';
import { StaffTool } from '#studio/ui/staff-tool.tsx';
import { type Column, Table } from '#studio/ui/table.tsx';

/** `toolsFor` shows this tool to administrators. The site enforces the permission. */
export const personalData = definePlugin({
  name: 'personal-data',
  tools: [{ name: 'personal-data', title: 'Personal data', icon: UsersIcon, component: PersonalDataTool }],
});

function PersonalDataTool() {
  return (
    <StaffTool>
      <Screen title="Personal data">
        <Person />
        <Breach />
      </Screen>
    </StaffTool>
  );
}

type Found = InferResponseType<StaffApi['personalData']['find']['$post']>;
type Staying = Found['stays'][number];

const why: Record<Staying['reason'], string> = {
  accounts: 'Books of account (PAYMENT_RETENTION_DAYS)',
  minimum: 'Minimum period (PERSONAL_DATA_MIN_DAYS)',
  'late-payment': 'The customer may still be paying',
  open: 'The bill is open. Settle or cancel it first',
  unsent: 'The message is still to be sent',
  unsubscribed: 'So that no reminder is sent again. Stored as a digest',
};

const columns: Column<Staying>[] = [
  { title: 'Record', cell: ({ table }) => labelOf(table) },
  { title: 'About', cell: ({ about }) => labelOf(about) },
  { title: 'Why it stays', cell: ({ reason }) => why[reason] },
  { title: 'Until', cell: ({ until }) => formatTime(until) ?? 'that changes' },
];

function Person() {
  const api = useStaffApi().personalData;
  const [contacts, setContacts] = useState('');
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<string>();
  const json = { contacts };
  const find = async () => {
    setProblem(undefined);
    const response = await api.find.$post({ json }).catch((error: unknown) => {
      setProblem(error instanceof ApiError ? error.fields.contacts : undefined);
      throw error;
    });
    setFound(await response.json());
  };
  return (
    <Section title="Find, export and erase the data of one person">
      <Field
        label="E-mail addresses, UPI addresses and phone numbers, each on its own line"
        isLong
        value={contacts}
        problem={problem}
        onType={(typed) => {
          setContacts(typed);
          setFound(undefined);
        }}
      />
      <ActionButton text="Find" action={find} />
      {found && (
        <>
          <Facts
            rows={[
              ['Names', found.names.join(', ') || 'Nothing is stored.'],
              ['Also found with', found.others.join(', ')],
              ...found.found.map(({ table, rows }) => [labelOf(table), pluralize(rows, 'record')] as const),
            ]}
          />
          <Note>
            Check the names first: several people can share a phone number. If “Also found with” belongs to
            this person too, add it above and search again.
          </Note>
          {found.stays.length > 0 && (
            <Table
              label="Records that stay"
              columns={columns}
              rows={found.stays}
              keyOf={({ table, about, until }) => `${table} ${about} ${until}`}
            />
          )}
          <Flex gap={2} wrap="wrap">
            <ActionButton
              text="Export"
              action={() => download(api.export.$post({ json }), 'personal-data.json')}
            />
            <ActionButton
              text="Erase what may be erased"
              confirmText="Yes, erase permanently"
              action={async () => {
                await api.erase.$post({ json });
                await find();
              }}
            />
          </Flex>
          <Note>
            Erase by hand: WhatsApp chats, mailboxes and CVs in them, Razorpay, your accountant’s files, and
            names in pages, such as testimonials. Backups and the web server’s own log end by themselves.
          </Note>
        </>
      )}
    </Section>
  );
}

const stores = ['all', 'enquiries', 'payments', 'messages'] as const;

function Breach() {
  const api = useStaffApi().personalData;
  const [store, setStore] = useState<string>('all');
  return (
    <Section title="After a data breach">
      <Note>
        Notify the Data Protection Board and each person without delay, and send the Board the details within
        72 hours of learning of the breach. The handbook says what to write.
      </Note>
      <Field label="Affected data" options={stores} value={store} onType={setStore} />
      <ActionButton
        text="Export the people to notify"
        action={() => download(api.breach.$post({ json: { store } }), 'people-to-notify.csv')}
      />
    </Section>
  );
}
