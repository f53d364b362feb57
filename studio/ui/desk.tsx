import { Box, Container, Flex } from '@sanity/ui';
import { type ReactNode, useMemo, useReducer } from 'react';
import { useClient } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { DeskContext, deskOf } from './staff-api.ts';
import { css } from './styles.ts';

/** A tool for data outside the content, by the site's staff API. */
export function Desk({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  const { token = '' } = useClient({ apiVersion }).config();
  const [version, refresh] = useReducer((before: number) => before + 1, 0);
  const desk = useMemo(() => deskOf(token, version, refresh), [token, version]);
  return (
    <DeskContext value={desk}>
      <style>{css}</style>
      <Flex direction="column" height="fill" className="desk">
        {bar}
        <Box padding={4} overflow="auto" flex={1}>
          <Container width={4}>{children}</Container>
        </Box>
      </Flex>
    </DeskContext>
  );
}
