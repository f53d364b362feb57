import { Flex } from '@sanity/ui';
import type { InferResponseType } from 'hono/client';
import { Facts, Note, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatTime, labelOf } from '#studio/ui/labels.ts';
import { download, queryOf, type StaffApi, useStaffApi, valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing, useFilters } from '#studio/ui/table.tsx';
import { enquiryStates } from '#web/contracts/states.ts';

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text);

type ListedEnquiry = InferResponseType<StaffApi['enquiries']['index']['$get']>['enquiries'][number];

const columns: Column<ListedEnquiry>[] = [
  {
    title: 'From',
    cell: (enquiry) => (
      <DialogButton text={enquiry.name} aria-label={`Enquiry from ${enquiry.name}`}>
        <EnquiryDialog enquiry={enquiry} />
      </DialogButton>
    ),
  },
  { title: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Service', cell: ({ service }) => short(labelOf(service)) },
  { title: 'Company', cell: ({ company }) => short(company) },
  { title: 'First page', cell: ({ began_on }) => short(began_on) },
  { title: 'Source', cell: ({ came_from }) => came_from },
  { title: 'Answered by', cell: ({ answered_by }) => answered_by },
  { title: 'E-mail', cell: ({ mail }) => mail && <StateBadge state={mail} /> },
  { title: 'Arrived', cell: ({ created_at }) => formatTime(created_at) },
];

export function EnquiriesTool() {
  const api = useStaffApi();
  const { query, filters } = useFilters('Name, e-mail, phone, company, message', enquiryStates);
  return (
    <Listing
      title="Enquiries"
      load={(calls, listQuery) => calls.enquiries.index.$get({ query: valuesOf(listQuery) })}
      query={query}
      rowsOf={({ enquiries }) => enquiries}
      columns={columns}
      empty={
        queryOf(query)
          ? 'No enquiry matches.'
          : 'No enquiries are stored. To store copies, switch on “Keep a copy of each enquiry” in Site settings, under Contact.'
      }
      actions={
        <ActionButton
          text="Export CSV"
          action={() => download(api.enquiries.export.$get({ query }), 'enquiries.csv')}
        />
      }
      filters={filters}
      above={({ sends }) =>
        !sends && (
          <Note tone="caution">
            No mail server is set up, so copies are stored here but not sent by e-mail.
          </Note>
        )
      }
    />
  );
}

const link = (href: string, text: string) => <a href={href}>{text}</a>;

function EnquiryDialog({ enquiry }: { enquiry: ListedEnquiry }) {
  const api = useStaffApi();
  const { id, name, email, phone } = enquiry;
  const calls = api.enquiries[':enquiryId'];
  const param = { enquiryId: id };
  const dialled = phone.replaceAll(/[^+\d]/g, '');
  return (
    <FormDialog title="Enquiry" submit="Save" send={(_, json) => calls.$post({ param, json })}>
      <Facts
        rows={[
          ['Name', name],
          ['E-mail', link(`mailto:${encodeURIComponent(email)}`, email)],
          // Phone numbers in other scripts, such as Devanagari, cannot be dialled.
          ['Phone', dialled.length > 6 ? link(`tel:${dialled}`, phone) : phone],
          ['Company', enquiry.company],
          ['Service', labelOf(enquiry.service)],
          ['First page', enquiry.began_on],
          ['Source', enquiry.came_from],
          ['Arrived', formatTime(enquiry.created_at)],
          ['Answered', enquiry.answered_at && `${formatTime(enquiry.answered_at)}, ${enquiry.answered_by}`],
          [
            'Erased on',
            <Flex key={id} gap={3} align="center" wrap="wrap">
              {formatTime(enquiry.erase_at)}
              <ActionButton
                text="Erase now"
                confirmText="Yes, erase permanently"
                action={() => api.mutate(calls.erase.$post({ param }))}
              />
            </Flex>,
          ],
        ]}
      />
      <Note>
        <span dir="auto" style={{ display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {enquiry.message}
        </span>
      </Note>
      <Field name="state" label="Status" options={enquiryStates} defaultValue={enquiry.state} />
      <Field name="note" label="Note for colleagues" isLong defaultValue={enquiry.note} />
    </FormDialog>
  );
}
