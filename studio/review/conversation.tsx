import { Button, Flex, Stack, Text, TextArea } from '@sanity/ui';
import { useState } from 'react';
import { type CurrentUser, useClient, useCurrentUser } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { fromNow } from '#studio/ui/labels.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { addEntry, type Entry, mayReview } from './review.ts';

type Props = {
  /** Id and revision of the draft, version or published document that the user sees. */
  id: string;
  revision: string | undefined;
  type: string;
  entries: Entry[];
  /** Closes the dialog that asks. */
  onSent?(): void;
};

/** Shows the notes on a document, with a form to ask, answer, approve or close. */
export function Conversation(props: Props) {
  const user = useCurrentUser();
  return (
    <Stack gap={4}>
      <Notes entries={props.entries} />
      {user && mayReview(user, props.type) && <Reply {...props} user={user} />}
    </Stack>
  );
}

function Reply({ id, revision, type, entries, onSent, user }: Props & { user: CurrentUser }) {
  const client = useClient({ apiVersion });
  const { isBusy, attempt } = useAttempt();
  const [text, setText] = useState('');
  const last = entries.at(-1);
  const isOpen = last?.kind === 'note';
  const isAsked = isOpen && last.by !== user.id;
  const send = (kind: Entry['kind']) =>
    attempt('The note was not sent', async () => {
      const signed = { kind, by: user.id, name: user.name, text: text.trim(), versionId: id, revision };
      await addEntry(client, type, signed);
      onSent?.();
    });
  return (
    <Stack gap={3}>
      <TextArea
        aria-label="Note"
        placeholder={isAsked ? 'Answer' : 'What should be checked? (optional)'}
        autoFocus={onSent !== undefined}
        dir="auto"
        rows={2}
        maxLength={2000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Flex gap={2} wrap="wrap">
        {isAsked && (
          <Button
            text="Approve"
            tone="positive"
            disabled={isBusy || !revision}
            onClick={() => send('approve')}
          />
        )}
        <Button
          text={isAsked ? 'Answer' : 'Ask'}
          mode={isAsked ? 'ghost' : 'default'}
          disabled={isBusy || !revision || (isAsked && !text.trim())}
          onClick={() => send('note')}
        />
        {isOpen && <Button text="Close" mode="ghost" disabled={isBusy} onClick={() => send('close')} />}
      </Flex>
    </Stack>
  );
}

const did = { note: 'wrote', approve: 'approved this', close: 'closed this' };

function Notes({ entries }: Pick<Props, 'entries'>) {
  if (entries.length === 0) return null;
  return (
    <Stack as="ol" gap={4} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {entries.map(({ _key, kind, name, at, text }) => (
        <Stack as="li" key={_key} gap={2}>
          <Text size={1} weight="semibold">
            <bdi>{name}</bdi> {did[kind]} · <time dateTime={at}>{fromNow(at)}</time>
          </Text>
          {text && (
            <Text size={1} dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}
