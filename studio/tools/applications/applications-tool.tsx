import { Flex } from '@sanity/ui';
import type { InferResponseType } from 'hono/client';
import { Facts, Note, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatTime } from '#studio/ui/labels.ts';
import { download, queryOf, type StaffApi, useStaffApi, valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing, useFilters } from '#studio/ui/table.tsx';
import { applicationStates } from '#web/contracts/states.ts';
import { mailAddress, whatsappAddress } from './answers.ts';

type ListedApplication = InferResponseType<StaffApi['applications']['index']['$get']>['applications'][number];

const columns: Column<ListedApplication>[] = [
  {
    title: 'From',
    cell: (application) => (
      <DialogButton text={application.name} aria-label={`Application from ${application.name}`}>
        <ApplicationDialog application={application} />
      </DialogButton>
    ),
  },
  { title: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Opening', cell: ({ opening }) => opening },
  { title: 'Changed by', cell: ({ changed_by }) => changed_by },
  { title: 'Arrived', cell: ({ created_at }) => formatTime(created_at) },
];

export function ApplicationsTool() {
  const { query, filters } = useFilters('Name, opening, e-mail, phone, note', applicationStates);
  return (
    <Listing
      title="Applications"
      load={(calls, listQuery) => calls.applications.index.$get({ query: valuesOf(listQuery) })}
      query={query}
      rowsOf={({ applications }) => applications}
      columns={columns}
      empty={
        queryOf(query)
          ? 'No application matches.'
          : 'There are no applications. To take them on the pages of openings, an administrator or editor switches on “Take applications” in Site settings, under Contact.'
      }
      filters={filters}
      above={({ sends }) =>
        !sends && (
          <Note tone="caution">
            No mail server is set up, so nobody is notified of new applications. Look here every day.
          </Note>
        )
      }
    />
  );
}

const megabytes = (bytes: number) => `${Math.max(0.1, bytes / 1024 ** 2).toFixed(1)} MB`;

function ApplicationDialog({ application }: { application: ListedApplication }) {
  const api = useStaffApi();
  const { id, state, fileName } = application;
  const calls = api.applications[':applicationId'];
  const param = { applicationId: id };
  return (
    <FormDialog title="Application" submit="Save" send={(_, json) => calls.$post({ param, json })}>
      <Facts
        rows={[
          ['Name', application.name],
          ['Opening', application.opening],
          ['E-mail', application.email],
          ['Mobile', application.phone],
          ['Arrived', formatTime(application.created_at)],
          [
            'Last change',
            application.changed_at && `${formatTime(application.changed_at)}, ${application.changed_by}`,
          ],
          [
            'Erased on',
            <Flex key={id} gap={3} align="center" wrap="wrap">
              {formatTime(application.erase_at)}
              <ActionButton
                text="Erase now"
                confirmText="Yes, erase permanently"
                action={() => api.mutate(calls.erase.$post({ param }))}
              />
            </Flex>,
          ],
        ]}
      />
      {application.message && (
        <Note>
          <span dir="auto" style={{ display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {application.message}
          </span>
        </Note>
      )}
      <Flex gap={4} align="center" wrap="wrap">
        <ActionButton
          text={`Download CV (${application.file_type.toUpperCase()}, ${megabytes(application.file_size)})`}
          action={() => download(calls.cv.$get({ param }), fileName)}
        />
        <a href={mailAddress(application)}>Answer by e-mail</a>
        <a href={whatsappAddress(application)} target="_blank" rel="noopener">
          Answer on WhatsApp
        </a>
      </Flex>
      <Field
        name="state"
        label="Status"
        options={applicationStates}
        defaultValue={state === 'new' ? 'looked-at' : state}
      />
      <Field name="note" label="Note for colleagues" isLong defaultValue={application.note} />
    </FormDialog>
  );
}
