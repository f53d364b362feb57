import { Button, Flex, Select, Stack, Text, TextArea } from '@sanity/ui';
import { useState } from 'react';
import { pathToString, stringToPath, useClient, useCurrentUser } from 'sanity';
import { Link } from 'sanity/router';
import { useDocumentPane } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { fieldTitle } from '#studio/content/fields.ts';
import { fromNow } from '#studio/ui/labels.ts';
import { useEditHref } from '#studio/ui/rows.tsx';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { addEntry, type Entry, mayReview, rolesFor, waitsFor } from './review.ts';
import { usePeople } from './use-review.ts';

type Props = {
  id: string;
  type: string;
  entries: Entry[];
  /** Revision of the document that the user sees. */
  revision: string | undefined;
  onSent?(): void;
};

/** Shows the notes on a document, with a form to ask, answer, approve or close. */
export function Conversation({ id, type, entries, revision, onSent }: Props) {
  const client = useClient({ apiVersion });
  const user = useCurrentUser();
  const { focusPath } = useDocumentPane();
  const titleOf = useFieldTitle();
  const people = usePeople();
  const { isBusy, attempt } = useAttempt();
  const [text, setText] = useState('');
  const [field, setField] = useState('');
  const [to, setTo] = useState('');
  if (
    !user ||
    !mayReview(
      user.roles.map(({ name }) => name),
      type,
    )
  )
    return <Notes {...{ id, type, entries }} />;

  const last = entries.at(-1);
  const isAsked = last !== undefined && waitsFor(user, last);
  const colleagues = people.filter((one) => one.id !== user.id && mayReview(one.roles, type));
  // The author of the last note comes first, unless they have left.
  const choices = [...rolesFor(type), ...colleagues].sort(
    (one, other) => Number(other.id === last?.by) - Number(one.id === last?.by),
  );
  const asked = choices.find((one) => one.id === to) ?? choices[0];
  const send = (entry: Pick<Entry, 'kind' | 'to' | 'toName' | 'revision' | 'field'>) =>
    attempt('The note was not sent', async () => {
      await addEntry(client, { id, type }, { ...entry, by: user.id, name: user.name, text: text.trim() });
      onSent?.();
    });
  return (
    <Stack gap={3}>
      <Notes {...{ id, type, entries }} />
      <TextArea
        aria-label="Note"
        placeholder="Note"
        dir="auto"
        rows={2}
        maxLength={2000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Select
        aria-label="About"
        value={field}
        onChange={({ currentTarget }) => setField(currentTarget.value)}
      >
        <option value="">About the whole document</option>
        {focusPath.length > 0 && (
          <option value={pathToString(focusPath)}>About {titleOf(pathToString(focusPath))}</option>
        )}
      </Select>
      <Select
        aria-label="Who should answer"
        value={asked?.id}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      >
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            Ask {one.name}
          </option>
        ))}
      </Select>
      <Flex gap={2} wrap="wrap">
        {isAsked && (
          <Button
            text="Approve"
            tone="positive"
            disabled={isBusy || !revision}
            onClick={() => send({ kind: 'approve', revision })}
          />
        )}
        <Button
          text={isAsked ? 'Answer' : 'Ask'}
          mode={isAsked ? 'ghost' : 'default'}
          disabled={isBusy || (isAsked && !text.trim())}
          onClick={() => send({ kind: 'note', to: asked?.id, toName: asked?.name, field })}
        />
        {last?.kind === 'note' && (
          <Button text="Close" mode="ghost" disabled={isBusy} onClick={() => send({ kind: 'close' })} />
        )}
      </Flex>
    </Stack>
  );
}

function Notes({ id, type, entries }: Pick<Props, 'id' | 'type' | 'entries'>) {
  const editHref = useEditHref();
  const titleOf = useFieldTitle();
  if (entries.length === 0) return null;
  const did = { note: 'asked', approve: 'approved this', close: 'closed this' };
  return (
    <Stack as="ol" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {entries.map(({ _key, kind, name, toName, at, field, text }) => (
        <Stack as="li" key={_key} gap={2}>
          <Text size={1} weight="medium">
            <bdi>{name}</bdi> {did[kind]} <bdi>{toName}</bdi> · <time dateTime={at}>{fromNow(at)}</time>
          </Text>
          {field && (
            <Text size={1}>
              About <Link href={editHref(id, type, field)}>{titleOf(field)}</Link>
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

/** Returns a function for the title of a field. For a field that was removed, it names the nearest part that exists. */
function useFieldTitle() {
  const { schemaType, value } = useDocumentPane();
  return (field: string) => fieldTitle(schemaType, [value], stringToPath(field));
}
