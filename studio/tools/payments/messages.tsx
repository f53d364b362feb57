import { Button, Card, Text } from '@sanity/ui';
import { useState } from 'react';
import { type Message, madeMessageSchema, messageListSchema } from '#web/payments/mail/contract.ts';
import { asTime, messageKindLabels, messageLabels } from './labels.ts';
import { type Column, DeskDialog, DeskLink, Facts, Listing, Problem, Screen, StateBadge } from './parts.tsx';
import { useAct, useList } from './remote.ts';
import { useDesk } from './requests.ts';

/** What was written to customers and staff, and whether it went out. */
export function Messages() {
  const list = useList(messageListSchema, '/messages');
  const [opened, setOpened] = useState<Message>();
  const columns: Column<Message>[] = [
    {
      title: 'Message',
      cell: (message) => (
        <Button
          text={messageKindLabels[message.kind]}
          aria-label={`${messageKindLabels[message.kind]}: ${message.subject}`}
          mode="ghost"
          onClick={() => setOpened(message)}
        />
      ),
    },
    {
      title: 'State',
      cell: ({ state }) => <StateBadge {...messageLabels[state]} />,
    },
    { title: 'To', cell: ({ recipient }) => recipient ?? 'erased' },
    {
      title: 'Bill',
      cell: ({ order_id, bill_number }) =>
        order_id ? (
          <DeskLink screen="payments" id={order_id}>
            {bill_number ?? order_id}
          </DeskLink>
        ) : (
          bill_number
        ),
    },
    { title: 'Sent, or written', cell: ({ sent_at, created_at }) => asTime(sent_at ?? created_at) },
  ];
  return (
    <Screen title="Messages">
      {list.data?.sends === false && (
        <Card padding={4} radius={2} tone="caution">
          <Text size={1}>
            No mail server is set up, so nothing goes out: messages are kept here for you to read.
          </Text>
        </Card>
      )}
      <Listing
        label="Messages"
        list={list}
        empty="No message has been written yet."
        columns={columns}
        rows={list.pages.flatMap(({ messages }) => messages)}
        keyOf={({ id }) => String(id)}
      />
      {opened && (
        <MessageDialog message={opened} onClose={() => setOpened(undefined)} onResent={list.reload} />
      )}
    </Screen>
  );
}

function MessageDialog(props: { message: Message; onClose(): void; onResent(): void }) {
  const { message, onClose, onResent } = props;
  const desk = useDesk();
  const { run, isBusy, problem } = useAct();
  const resend = () =>
    run(async () => {
      await desk.post(madeMessageSchema, `/messages/${message.id}/resend`);
      onResent();
      onClose();
    });
  return (
    <DeskDialog title={message.subject} onClose={onClose}>
      <Facts
        rows={[
          ['State', messageLabels[message.state].label],
          ['To', message.recipient ?? 'erased'],
          ['Tries', String(message.attempts)],
          ['Next try', message.next_at && asTime(message.next_at)],
          ['Problem', message.problem],
        ]}
      />
      <Card border padding={4} radius={2}>
        <Text size={1} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {message.text ?? 'The text was erased.'}
        </Text>
      </Card>
      <Problem problem={problem} onRetry={resend} />
      <Button
        text={isBusy ? 'Sending …' : 'Send it again'}
        mode="ghost"
        disabled={isBusy || message.text === null || message.recipient === null}
        onClick={resend}
      />
    </DeskDialog>
  );
}
