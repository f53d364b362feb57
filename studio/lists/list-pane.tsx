import { Box, Button, Card, Checkbox, Flex, Stack, Text } from '@sanity/ui';
import { type ComponentProps, useMemo, useState } from 'react';
import { LoadingBlock, type Path, pathToString, type SchemaType, useCurrentUser, useSchema } from 'sanity';
import { useRouter } from 'sanity/router';
import { type UserComponent, usePaneRouter } from 'sanity/structure';
import { textOf } from '#schemas/property.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { stateWords } from '#studio/content/state-words.ts';
import { mayReview } from '#studio/review/review.ts';
import { Note } from '#studio/ui/elements.tsx';
import { Field } from '#studio/ui/forms.tsx';
import { fromNow } from '#studio/ui/labels.ts';
import { LoadError } from '#studio/ui/rows.tsx';
import { css } from '#studio/ui/styles.ts';
import { type Column, Table } from '#studio/ui/table.tsx';
import { isOffered, kinds } from './check-action.ts';
import { type ListedDocument, listQuery, listSchema } from './listed-document.ts';
import { actions, SeveralDialog } from './several-dialog.tsx';
import { useEditors } from './use-editors.ts';
import { useSeveral } from './use-several.ts';

const pageSize = 100;
const [anyState, anybody] = ['Any state', 'Anybody'];

/** The documents that match the GROQ condition of the options, with filters and actions on several at once. */
export function ListPane({ options }: ComponentProps<UserComponent>) {
  const [type = '', condition = ''] = [textOf(options, 'type'), textOf(options, 'condition')];
  const query = useMemo(() => listQuery(condition), [condition]);
  const { data: documents, hasFailed } = useLiveQuery(listSchema, query);
  const schemaType = useSchema().get(type);
  if (hasFailed) return <LoadError what="The list" />;
  if (!documents || !schemaType) return <LoadingBlock showText />;
  return <FilteredList documents={documents} schemaType={schemaType} />;
}

type ListProps = { documents: ListedDocument[]; schemaType: SchemaType };

function FilteredList({ documents, schemaType }: ListProps) {
  const mayEdit = mayReview(useCurrentUser(), schemaType.name);
  const { ChildLink, routerPanesState, groupIndex } = usePaneRouter();
  const router = useRouter();
  const editors = useEditors(documents);
  const [filter, setFilter] = useState({ words: '', state: anyState, editor: anybody });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(pageSize);
  const { task, check, run, stop } = useSeveral(schemaType, (left) => setSelected(new Set(left)));
  const editorOf = ({ latest }: ListedDocument) => editors.get(latest._rev) ?? '';
  const fieldOf = (name: keyof typeof filter) => ({
    value: filter[name],
    onType: (text: string) => setFilter({ ...filter, [name]: text }),
  });
  const found = documents.filter(
    (document) =>
      document.title.toLowerCase().includes(filter.words.trim().toLowerCase()) &&
      (filter.state === anyState || document.states.includes(filter.state)) &&
      (filter.editor === anybody || editorOf(document) === filter.editor),
  );
  const chosen = found.filter(({ id }) => selected.has(id));
  const people = [...new Set(documents.map(editorOf))].filter(Boolean).sort();
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const openField = (id: string, path: Path) => {
    stop();
    const panes = [
      ...routerPanesState.slice(0, groupIndex + 1),
      [{ id, params: { path: pathToString(path) } }],
    ];
    router.navigate({ panes });
  };
  const columns: Column<ListedDocument>[] = [
    {
      title: 'Title',
      cell: ({ id, title }) => (
        <Flex gap={3} align="center">
          {mayEdit && (
            <Checkbox aria-label={`Select ${title}`} checked={selected.has(id)} onChange={() => toggle(id)} />
          )}
          <ChildLink childId={id}>
            <bdi>{title}</bdi>
          </ChildLink>
        </Flex>
      ),
    },
    { title: 'State', cell: ({ states }) => states.join(', ') },
    {
      title: 'Edited last',
      cell: (document) => (
        <span>
          <bdi>{editorOf(document)}</bdi>
          {editorOf(document) && ', '}
          {fromNow(document.latest._updatedAt)}
        </span>
      ),
    },
  ];
  return (
    <Flex direction="column" height="fill" className="staff-tool">
      <style>{css}</style>
      <Box padding={4} overflow="auto" flex={1}>
        <Stack gap={4}>
          <div className="staff-fields">
            <Field label="Words in the title" type="search" {...fieldOf('words')} />
            <Field
              label="State"
              isVerbatim
              options={[anyState, ...Object.values(stateWords)]}
              {...fieldOf('state')}
            />
            <Field label="Edited last by" isVerbatim options={[anybody, ...people]} {...fieldOf('editor')} />
          </div>
          {mayEdit && found.length > 0 && (
            <Flex as="label" gap={3} align="center">
              <Checkbox
                checked={chosen.length === found.length}
                indeterminate={chosen.length > 0 && chosen.length < found.length}
                onChange={() =>
                  setSelected(new Set(chosen.length < found.length ? found.map(({ id }) => id) : []))
                }
              />
              <Text size={1}>Select all {found.length}</Text>
            </Flex>
          )}
          {found.length > 0 ? (
            <Table
              label="Documents"
              isNarrow
              columns={columns}
              rows={found.slice(0, limit)}
              keyOf={({ id }) => id}
            />
          ) : (
            <Note>
              {documents.length > 0
                ? 'No document matches. Try fewer letters, or another filter.'
                : 'This list is empty.'}
            </Note>
          )}
          {found.length > limit && (
            <Button mode="ghost" text="Show more" onClick={() => setLimit(limit + pageSize)} />
          )}
        </Stack>
      </Box>
      {chosen.length > 0 && (
        <Card borderTop padding={3} as="section" aria-label="Selected documents">
          <Flex gap={2} align="center" wrap="wrap">
            <Text size={1}>{chosen.length} selected</Text>
            {kinds.map((kind) => {
              const affected = chosen.filter((document) => isOffered(kind, document));
              return (
                <Button
                  key={kind}
                  mode="ghost"
                  tone={actions[kind].tone}
                  text={`${actions[kind].text} ${affected.length}`}
                  disabled={affected.length === 0}
                  onClick={() => void check(kind, affected)}
                />
              );
            })}
          </Flex>
        </Card>
      )}
      {task && (
        <SeveralDialog
          task={task}
          type={schemaType.name}
          openField={openField}
          onRun={(target) => void run(task, target)}
          onClose={stop}
        />
      )}
    </Flex>
  );
}
