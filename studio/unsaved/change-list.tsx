import { Stack, Text } from '@sanity/ui';
import type { SchemaType } from 'sanity';
import { type Difference, differingExcerpts } from '#studio/content/differences.ts';
import { fieldTitle } from '#studio/content/fields.ts';

type Props = {
  type: SchemaType;
  /** Both documents, which contain the list items that the paths lead to. */
  values: unknown[];
  /** `note` is shown above the two texts of a change. */
  changes: (Difference & { note?: string })[];
  /** Names of the two compared versions, for example "Now" and "Yours". */
  sides: { before: string; after: string };
};

/** Lists changes as text. */
export function ChangeList({ type, values, changes, sides }: Props) {
  return changes.map(({ path, before, after, isReordered, note }) => {
    const title = fieldTitle(type, values, path);
    const [was, is] = isReordered ? ['current order', 'different order'] : differingExcerpts(before, after);
    return (
      <Stack role="group" aria-label={title} key={JSON.stringify(path)} gap={3}>
        <Text size={1} muted>
          {title}
        </Text>
        {note && <Text size={1}>{note}</Text>}
        <Text size={1} textOverflow="ellipsis">
          {sides.before}: {was || '(empty)'}
        </Text>
        <Text size={1} textOverflow="ellipsis">
          {sides.after}: {is || '(empty)'}
        </Text>
      </Stack>
    );
  });
}
