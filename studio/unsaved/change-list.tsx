import { Card, Flex, Radio, Stack, Text } from '@sanity/ui';
import type { Path } from 'content-lake/merge';
import { useState } from 'react';
import type { SchemaType } from 'sanity';
import { differingExcerpts, pathsOverlap } from '#studio/content/differences.ts';
import { fieldTitle } from '#studio/content/fields.ts';
import type { UnsavedChange } from './merge-unsaved.ts';

/** Names of the two compared versions, for example "Now" and "Yours". */
interface Sides {
  before: string;
  after: string;
}

/** Holds the conflicts for which the side `before` was chosen. */
export function useChoices() {
  const [chosen, setChosen] = useState<Path[]>([]);
  const isChosen = (path: Path) => chosen.some((one) => pathsOverlap(one, path));
  const choose = (path: Path, isBefore: boolean) =>
    setChosen([...chosen.filter((one) => !pathsOverlap(one, path)), ...(isBefore ? [path] : [])]);
  return { isChosen, choose };
}

type Props = {
  type: SchemaType;
  /** Both documents, which contain the list items that the paths lead to. */
  values: unknown[];
  changes: UnsavedChange[];
  sides: Sides;
  choices: ReturnType<typeof useChoices>;
};

/** Lists changes as text, with a choice where two people changed the same place. */
export function ChangeList({ type, values, changes, sides, choices }: Props) {
  return changes.map(({ path, before, after, isReordered, isConflict }) => {
    const key = JSON.stringify(path);
    const title = fieldTitle(type, values, path);
    const [was, is] = isReordered ? ['current order', 'different order'] : differingExcerpts(before, after);
    const rows = [
      { side: sides.before, text: was, isBefore: true },
      { side: sides.after, text: is, isBefore: false },
    ];
    return (
      <Stack role="group" aria-label={title} key={key} gap={3}>
        <Text size={1} muted>
          {title}
        </Text>
        {isConflict && <Text size={1}>Somebody else changed this too. Choose which text to keep:</Text>}
        {rows.map(({ side, text, isBefore }) => (
          <Flex as="label" key={side} gap={2} align="center">
            {isConflict && (
              <Radio
                name={key}
                checked={choices.isChosen(path) === isBefore}
                onChange={() => choices.choose(path, isBefore)}
              />
            )}
            <Card tone="inherit" flex={1} style={{ minWidth: 0 }}>
              <Text size={1} textOverflow="ellipsis">
                {side}: {text || '(empty)'}
              </Text>
            </Card>
          </Flex>
        ))}
      </Stack>
    );
  });
}
