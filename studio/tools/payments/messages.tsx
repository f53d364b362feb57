import { FormDialog, Opening } from '#studio/ui/forms.tsx';
import { asTime, words } from '#studio/ui/labels.ts';
import { DeskLink, Facts, Note, StateBadge } from '#studio/ui/parts.tsx';
import { valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing } from '#studio/ui/table.tsx';
import type { Message } from './answers.ts';

const columns: Column<Message>[] = [
  {
    title: 'Message',
    cell: (message) => (
      <Opening text={words(message.kind)} aria-label={`${words(message.kind)}: ${message.subject}`}>
        <MessageDialog message={message} />
      </Opening>
    ),
  },
  { title: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'To', cell: ({ recipient }) => recipient ?? 'erased' },
  {
    title: 'Bill',
    cell: ({ order_id: id, bill_number }) => <DeskLink screen="payments" id={id} text={bill_number ?? id} />,
  },
  { title: 'Sent, or written', cell: ({ sent_at, created_at }) => asTime(sent_at ?? created_at) },
];

export function Messages() {
  return (
    <Listing
      title="Messages"
      ask={(desk, query) => desk.payments.messages.$get({ query: valuesOf(query) })}
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
      send={(desk) => desk.payments.messages[':id'].resend.$post({ param: { id: String(message.id) } })}
    >
      <Facts
        rows={[
          ['Status', words(message.state)],
          ['To', message.recipient ?? 'erased'],
          ['Tries', String(message.attempts)],
          ['Next try', asTime(message.next_at)],
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
