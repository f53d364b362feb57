import { BookmarkIcon } from '@sanity/icons/Bookmark';
import { TrashIcon } from '@sanity/icons/Trash';
import { Button, Dialog, Flex, Stack, Text, TextInput } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useId, useState } from 'react';
import {
  type ArrayInputFunctionsProps,
  ArrayOfObjectsFunctions,
  type ArraySchemaType,
  useClient,
} from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { rawClient } from '#studio/content/raw-client.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import {
  type SavedSection,
  savedSectionOf,
  savedSections,
  savedSectionsQuery,
  sectionFrom,
} from './saved-section.ts';

type SaveProps = { section: object; suggestedTitle: string; onClose(): void };

/** Asks for a name and saves a section under it, for use on other pages. */
export function SaveSection({ section, suggestedTitle, onClose }: SaveProps) {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const [title, setTitle] = useState(suggestedTitle);
  const save = async () => {
    await client.create(savedSectionOf(section, title.trim()));
    const description = 'To use it, open a page and select “Add saved section…” below its sections.';
    toast.push({ status: 'success', title: `“${title.trim()}” is saved`, description });
    onClose();
  };
  return (
    <Dialog id={useId()} header="Save for other pages" onClose={onClose}>
      <Stack gap={4} padding={4}>
        <TextInput
          aria-label="Name"
          autoFocus
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Text size={1} muted>
          This saves a copy. Later changes to this section do not change the copy.
        </Text>
        <Button
          tone="primary"
          text="Save"
          disabled={isBusy || !title.trim()}
          onClick={() => attempt('The section could not be saved', save)}
        />
      </Stack>
    </Dialog>
  );
}

type ListProps = ArrayInputFunctionsProps<{ _key: string }, ArraySchemaType>;

/** The buttons below a page's sections: the Studio's own, and one for saved sections once there are any. */
export function SectionButtons(props: ListProps) {
  const { data: all = [] } = useLiveQuery(savedSections, props.readOnly ? undefined : savedSectionsQuery);
  const [isOpen, setOpen] = useState(false);
  const saved = all.filter(({ sectionType }) => props.schemaType.of.some(({ name }) => name === sectionType));
  const open = () => setOpen(true);
  return (
    <Stack gap={1}>
      <ArrayOfObjectsFunctions {...props} />
      {saved.length > 0 && (
        <Button icon={BookmarkIcon} mode="ghost" fontSize={1} text="Add saved section…" onClick={open} />
      )}
      {isOpen && <ChooseSection {...props} saved={saved} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

type ChooseProps = ListProps & { saved: SavedSection[]; onClose(): void };

function ChooseSection({ saved, onItemAppend, onClose }: ChooseProps) {
  const client = rawClient(useClient({ apiVersion }));
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const add = async (one: SavedSection) => {
    onItemAppend(await sectionFrom(client, one));
    onClose();
  };
  const remove = async (one: SavedSection) => {
    await client.delete(one._id);
    const undo = () => attempt('The section could not be restored', () => client.createIfNotExists(one));
    const description = <Button fontSize={1} padding={2} mode="ghost" text="Undo" onClick={undo} />;
    toast.push({ status: 'info', title: `Deleted: ${one.title}`, description, duration: 15_000 });
  };
  return (
    <Dialog id={useId()} header="Add a saved section" width={1} onClose={onClose}>
      <Stack as="ul" gap={2} padding={4} style={{ listStyle: 'none', margin: 0 }}>
        {saved.map((one) => (
          <Flex as="li" key={one._id} gap={2}>
            <Button
              style={{ flex: 1, minWidth: 0 }}
              justify="flex-start"
              mode="ghost"
              text={one.title}
              disabled={isBusy}
              onClick={() => attempt('The section could not be added', () => add(one))}
            />
            <Button
              icon={TrashIcon}
              mode="bleed"
              aria-label={`Delete ${one.title}`}
              onClick={() => attempt('The section could not be deleted', () => remove(one))}
            />
          </Flex>
        ))}
      </Stack>
    </Dialog>
  );
}
