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
  { title: 'Sent, or written', cell: ({ sent_at, created_at }) => formatTime(sent_at ?? created_at) },
];

export function Messages() {
  return (
    <Listing
      title="Messages"
      load={(api, query) => api.payments.messages.$get({ query: valuesOf(query) })}
      rowsOf={({ messages }) => messages}
      columns={columns}
      empty="No message has been written yet."
      above={({ sends }) =>
        !sends && (
          <Note tone="caution">
            No mail server is set up, so nothing goes out: messages are kept here for you to read.
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
      submit="Send it again"
      isReady={message.text !== null && message.recipient !== null}
      send={(api) => api.payments.messages[':id'].resend.$post({ param: { id: String(message.id) } })}
    >
      <Facts
        rows={[
          ['Status', labelOf(message.state)],
          ['To', message.recipient ?? 'erased'],
          ['Tries', String(message.attempts)],
          ['Next try', formatTime(message.next_at)],
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
