import { Text } from '@sanity/ui';
import { memo } from 'react';
import { useCurrentUser, useWorkspace } from 'sanity';
import { Link } from 'sanity/router';
import { userMay } from '#studio/access/roles.ts';
import { pluralize } from '#studio/ui/labels.ts';
import { useStaffQuery } from '#studio/ui/staff-api.ts';
import { StaffApiProvider } from '#studio/ui/staff-tool.tsx';

const days = 30;

/** Shows how often a page was visited lately. Empty for roles that may not see visits, and while loading or offline. */
export const PageVisits = memo(function PageVisits({ path }: { path: string }) {
  return (
    <StaffApiProvider>
      <Visits key={path} path={path} />
    </StaffApiProvider>
  );
});

function Visits({ path }: { path: string }) {
  const { basePath } = useWorkspace();
  // Errors are shown in the Visits tool.
  const { data } = useStaffQuery(
    (api) => api.visits.index.$get({ query: { days: `${days}`, by: 'path', path } }),
    path,
    userMay(useCurrentUser(), 'seeVisits'),
  );
  if (!data) return null;
  const sum = (wanted: string) => data.counted.find(({ kind }) => kind === wanted)?.times ?? 0;
  return (
    <Text size={1} muted>
      {`Last ${days} days: ${pluralize(sum('view'), 'view')}, ${pluralize(sum('enquiry'), 'enquiry')} sent from this page. `}
      <Link href={`${basePath}/visits`}>All visits</Link>
    </Text>
  );
}
