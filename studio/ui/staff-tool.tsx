import { Box, Container, Flex } from '@sanity/ui';
import { type ComponentType, type ReactNode, useMemo, useReducer } from 'react';
import { useClient } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { createStaffApi, StaffApiContext } from './staff-api.ts';
import { css } from './styles.ts';

export function StaffApiProvider({ children }: { children: ReactNode }) {
  const { token = '' } = useClient({ apiVersion }).config();
  const [version, refresh] = useReducer((before: number) => before + 1, 0);
  const api = useMemo(() => createStaffApi(token, version, refresh), [token, version]);
  return <StaffApiContext value={api}>{children}</StaffApiContext>;
}

/** Renders a tool that works with the site's own data, such as payments. Provides the staff API and the styles. */
export function StaffTool({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  return (
    <StaffApiProvider>
      <style>{css}</style>
      <Flex direction="column" height="fill" className="staff-tool">
        {bar}
        <Box padding={4} overflow="auto" flex={1}>
          <Container width={4}>{children}</Container>
        </Box>
      </Flex>
    </StaffApiProvider>
  );
}

/** Returns a tool's component that renders `Content` in a `StaffTool`. */
export const inStaffTool = (Content: ComponentType) => () => (
  <StaffTool>
    <Content />
  </StaffTool>
);
