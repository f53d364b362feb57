import { Box, Card, Flex } from '@sanity/ui';
import { lazy, Suspense } from 'react';
import type { StringInputProps } from 'sanity';

const IconDrawing = lazy(() => import('./icon-drawing.tsx'));

/** The list of icons with a drawing of the chosen one beside it. */
export function IconInput(props: StringInputProps) {
  return (
    <Flex gap={2} align="center">
      <Box flex={1}>{props.renderDefault(props)}</Box>
      {props.value && (
        <Card border radius={2} padding={2} style={{ lineHeight: 0 }}>
          <Suspense fallback={null}>
            <IconDrawing name={props.value} />
          </Suspense>
        </Card>
      )}
    </Flex>
  );
}
