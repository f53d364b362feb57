import { Button, Card, Flex, Select, Stack, Text, TextArea } from '@sanity/ui';
import { useId, useState } from 'react';
import { pathToString, stringToPath, useClient, useCurrentUser, useUser } from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { fieldTitle, fieldsOf } from '#studio/content/fields.ts';
import { fromNow } from '#studio/ui/labels.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { addEntry, type Entry, mayReview, roleTitle, rolesFor, waitsFor } from './review.ts';
import { usePeople } from './use-review.ts';

type Props = {
  id: string;
  type: string;
  entries: Entry[];
  /** Revision of the shown document. */
  revision: string | undefined;
  onSent?(): void;
};

/** Shows the notes on a document, and a form to ask, answer, approve or close. */
export function Conversation({ id, type, entries, revision, onSent = () => {} }: Props) {
  const client = useClient({ apiVersion });
  const user = useCurrentUser();
  const { schemaType, focusPath, value } = useDocumentPane();
  const people = usePeople();
  const { isBusy, attempt } = useAttempt();
  const [text, setText] = useState('');
  const last = entries.at(-1);
  const [to, setTo] = useState(last && last.by !== user?.id ? last.by : 'role:editor');
  const [field, setField] = useState(pathToString(focusPath));
  const choices = [
    ...rolesFor(type),
    ...(people ?? []).filter((one) => one.id !== user?.id && mayReview(one.roles, type)),
  ];
  // The chosen person may have left.
  const asked = choices.some((one) => one.id === to) ? to : 'role:editor';
  if (!user || !mayReview(user.roles.map(({ name }) => name), type)) return <Notes entries={entries} />;

  const send = (entry: Pick<Entry, 'kind' | 'to' | 'revision' | 'field'>) =>
    attempt('The note was not sent', async () => {
      await addEntry(client, { id, type }, { ...entry, by: user.id, text: text.trim() });
      setText('');
      onSent();
    });
  const isAsked = last !== undefined && waitsFor(user, last);
  return (
    <Stack gap={4}>
      <Notes entries={entries} />
      <Labelled title="Note">
        {(labelled) => (
          <TextArea
            id={labelled}
            dir="auto"
            rows={2}
            maxLength={2000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </Labelled>
      <Flex gap={3} wrap="wrap">
        <Labelled title="About">
          {(labelled) => (
            <Select id={labelled} value={field} onChange={({ currentTarget }) => setField(currentTarget.value)}>
              <option value="">The whole document</option>
              {fieldChoices(focusPath).map((path) => (
                <option key={path} value={path}>
                  {fieldTitle(schemaType, [value], stringToPath(path))}
                </option>
              ))}
            </Select>
          )}
        </Labelled>
        <Labelled title="Who should answer">
          {(labelled) => (
            <Select id={labelled} value={asked} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
              {choices.map(({ id: choice, name }) => (
                <option key={choice} value={choice}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Labelled>
      </Flex>
      <Flex gap={2} wrap="wrap">
        {isAsked && (
          <Button
            text="Approve"
            tone="positive"
            disabled={isBusy || !revision}
            onClick={() => send({ kind: 'approve', to: last.by, revision })}
          />
        )}
        <Button
          text={isAsked ? 'Answer' : 'Ask'}
          tone="primary"
          mode={isAsked ? 'ghost' : 'default'}
          disabled={isBusy || (isAsked && !text.trim())}
          onClick={() => send({ kind: 'note', to: asked, field })}
        />
        {last?.kind === 'note' && (
          <Button text="Close" mode="ghost" disabled={isBusy} onClick={() => send({ kind: 'close' })} />
        )}
      </Flex>
    </Stack>
  );

  function fieldChoices(focused: typeof focusPath): string[] {
    const top = [...fieldsOf(schemaType, value)].filter(({ path }) => path.length === 1);
    return [...new Set([pathToString(focused), ...top.map(({ path }) => pathToString(path))])].filter(Boolean);
  }
}

function Labelled({ title, children }: { title: string; children(id: string): React.ReactNode }) {
  const id = useId();
  return (
    <Stack gap={2} style={{ minWidth: 0, flex: '1 1 12em' }}>
      <Text as="label" size={1} weight="medium" htmlFor={id}>
        {title}
      </Text>
      {children(id)}
    </Stack>
  );
}

function Notes({ entries }: { entries: Entry[] }) {
  return (
    <Stack as="ol" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {entries.map((entry) => (
        <Card as="li" key={entry._key}>
          <Note entry={entry} />
        </Card>
      ))}
    </Stack>
  );
}

function Note({ entry: { kind, by, to, at, text, field } }: { entry: Entry }) {
  const role = to ? roleTitle(to) : undefined;
  const asked = useNameOf(to && !role ? to : '');
  const name = useNameOf(by);
  const did = {
    note: to ? `asked ${role ?? asked} to check this` : 'wrote a note',
    approve: 'approved this',
    close: 'closed this',
  };
  return (
    <Stack gap={2}>
      <Text size={1} weight="medium">
        {name} {did[kind]} · <time dateTime={at}>{fromNow(at)}</time>
      </Text>
      {field && <FieldLink field={field} />}
      {text && (
        <Text size={1} dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      )}
    </Stack>
  );
}

function useNameOf(id: string): string {
  const [user] = useUser(id);
  return user?.displayName ?? 'somebody who left';
}

function FieldLink({ field }: { field: string }) {
  const { schemaType, value, onPathOpen, onFocus } = useDocumentPane();
  const path = stringToPath(field);
  const isPresent = [...fieldsOf(schemaType, value)].some((one) => pathToString(one.path) === field);
  if (!isPresent)
    return (
      <Text size={1} muted>
        About a part that was removed
      </Text>
    );
  return (
    <Flex>
      <Button
        mode="ghost"
        fontSize={1}
        padding={2}
        text={fieldTitle(schemaType, [value], path)}
        onClick={() => {
          onPathOpen(path);
          onFocus(path);
        }}
      />
    </Flex>
  );
}
