import { Button, Flex, Select, Stack, Text, TextArea } from '@sanity/ui';
import { useState } from 'react';
import { type CurrentUser, getPublishedId, useClient, useCurrentUser } from 'sanity';
import { Link } from 'sanity/router';
import { apiVersion } from '#schemas/api-version.ts';
import { fromNow } from '#studio/ui/labels.ts';
import { useEditHref } from '#studio/ui/rows.tsx';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { addEntry, type Entry, mayReview, rolesFor } from './review.ts';
import { usePeople } from './use-review.ts';

type Props = {
  /** Id and revision of the draft, version or published document that the user sees. */
  id: string;
  revision: string | undefined;
  type: string;
  entries: Entry[];
  /** The field that the user is in. */
  about?: Pick<Entry, 'field' | 'fieldTitle'> | undefined;
  /** Closes the dialog that asks. */
  onSent?(): void;
};

/** Shows the notes on a document, with a form to ask, answer, approve or close. */
export function Conversation(props: Props) {
  const user = useCurrentUser();
  return (
    <Stack gap={4}>
      <Notes {...props} />
      {user && mayReview(user, props.type) && <Reply {...props} user={user} />}
    </Stack>
  );
}

function Reply({ id, revision, type, entries, about, onSent, user }: Props & { user: CurrentUser }) {
  const client = useClient({ apiVersion });
  const people = usePeople();
  const { isBusy, attempt } = useAttempt();
  const [text, setText] = useState('');
  const [isAboutField, setAboutField] = useState(true);
  const [chosen, setChosen] = useState('');
  const last = entries.at(-1);
  const isOpen = last?.kind === 'note';
  const isAsked = isOpen && last.by !== user.id;
  const colleagues = people.filter((one) => one.id !== user.id && mayReview(one, type));
  const choices = [...rolesFor(type, people.length > 0 ? colleagues : undefined), ...colleagues];
  const choice = (wanted: string | undefined) => choices.find((one) => one.id === wanted);
  const asked = choice(chosen) ?? choice(last?.by) ?? choices[0];
  // An answer is about the same field as the question.
  const { field, fieldTitle } = (isAboutField && about ? about : isAsked ? last : undefined) ?? {};
  const send = (kind: Entry['kind'], details?: Partial<Entry>) =>
    attempt('The note was not sent', async () => {
      const signed = { kind, by: user.id, name: user.name, text: text.trim(), versionId: id, revision };
      await addEntry(client, type, { ...signed, ...details });
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
      {about && (
        <Select
          aria-label="About"
          value={isAboutField ? 'field' : ''}
          onChange={({ currentTarget }) => setAboutField(currentTarget.value !== '')}
        >
          <option value="">About the whole document</option>
          <option value="field">About {about.fieldTitle}</option>
        </Select>
      )}
      {choices.length > 0 ? (
        <Select
          aria-label="Who should answer"
          value={asked?.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {choices.map((one) => (
            <option key={one.id} value={one.id}>
              Ask {one.name}
            </option>
          ))}
        </Select>
      ) : (
        <Text size={1}>
          Nobody else may edit this document. Ask your administrator to invite a colleague.
        </Text>
      )}
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
          disabled={isBusy || !revision || !asked || (isAsked && !text.trim())}
          onClick={() => send('note', { to: asked?.id, toName: asked?.name, field, fieldTitle })}
        />
        {isOpen && <Button text="Close" mode="ghost" disabled={isBusy} onClick={() => send('close')} />}
      </Flex>
    </Stack>
  );
}

const did = { note: 'asked', approve: 'approved this', close: 'closed this' };

function Notes({ id, type, entries }: Props) {
  const editHref = useEditHref();
  if (entries.length === 0) return null;
  return (
    <Stack as="ol" gap={4} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {entries.map(({ _key, kind, name, toName, at, field, fieldTitle, text }) => (
        <Stack as="li" key={_key} gap={2}>
          <Text size={1} weight="semibold">
            <bdi>{name}</bdi> {did[kind]} <bdi>{toName}</bdi> · <time dateTime={at}>{fromNow(at)}</time>
          </Text>
          {field && (
            <Text size={1}>
              About <Link href={editHref(getPublishedId(id), type, field)}>{fieldTitle ?? field}</Link>
            </Text>
          )}
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
