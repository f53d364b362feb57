import { Facts, Note, ScreenLink, StateBadge } from '#studio/ui/elements.tsx';
import { DialogButton, FormDialog } from '#studio/ui/forms.tsx';
import { formatTime, labelOf } from '#studio/ui/labels.ts';
import { valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing } from '#studio/ui/table.tsx';
import type { Message } from './api-types.ts';

const columns: Column<Message>[] = [
  {
    title: 'Message',
    cell: (message) => (
      <DialogButton text={labelOf(message.kind)} aria-label={`${labelOf(message.kind)}: ${message.subject}`}>
        <MessageDialog message={message} />
      </DialogButton>
    ),
  },
  { title: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'To', cell: ({ recipient }) => recipient ?? 'erased' },
  {
    title: 'Bill',
    cell: ({ order_id: id, bill_number }) => (
      <ScreenLink screen="payments" id={id} text={bill_number ?? id} />
    ),
  },
  { title: 'Sent or created', cell: ({ sent_at, created_at }) => formatTime(sent_at ?? created_at) },
];

export function Messages() {
  return (
    <Listing
      title="Messages"
      load={(api, query) => api.payments.messages.$get({ query: valuesOf(query) })}
      rowsOf={({ messages }) => messages}
      columns={columns}
      empty="There are no messages yet."
      above={({ sends }) =>
        !sends && (
          <Note tone="caution">
            No mail server is set up, so messages are not sent. You can read them here.
          </Note>
        )
      }
    />
  );
}

function MessageDialog({ message }: { message: Message }) {
  return (
    <FormDialog
      title={message.subject}
      submit="Send again"
      isReady={message.text !== null && message.recipient !== null}
      send={(api) => api.payments.messages[':id'].resend.$post({ param: { id: String(message.id) } })}
    >
      <Facts
        rows={[
          ['Status', labelOf(message.state)],
          ['To', message.recipient ?? 'erased'],
          ['Attempts', String(message.attempts)],
          ['Next attempt', formatTime(message.next_at)],
          ['Problem', message.problem],
        ]}
      />
      <Note>
        <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {message.text ?? 'The text was erased.'}
        </span>
      </Note>
    </FormDialog>
  );
}
