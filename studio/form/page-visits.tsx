import { Text } from '@sanity/ui';
import { memo, useEffect, useState } from 'react';
import { useClient, useCurrentUser, useWorkspace } from 'sanity';
import { Link } from 'sanity/router';
import { apiVersion } from '#schemas/api-version.ts';
import { userMay } from '#studio/access/roles.ts';
import { pluralize } from '#studio/ui/labels.ts';
import { createStaffApi } from '#studio/ui/staff-api.ts';

const days = 30;

/** Shows how often a page was visited lately. Empty for roles that may not see visits, and while loading or offline. */
export const PageVisits = memo(function PageVisits({ path }: { path: string }) {
  const { token = '' } = useClient({ apiVersion }).config();
  const { basePath } = useWorkspace();
  const isAllowed = userMay(useCurrentUser(), 'seeVisits');
  const [found, setFound] = useState<{ path: string; views: number; enquiries: number }>();
  useEffect(() => {
    if (!isAllowed) return;
    createStaffApi(token, 0, () => undefined)
      .visits.index.$get({ query: { days: `${days}`, by: 'path', path } })
      .then((response) => response.json())
      .then(({ counted }) => {
        const sum = (wanted: string) => counted.find(({ kind }) => kind === wanted)?.times ?? 0;
        setFound({ path, views: sum('view'), enquiries: sum('enquiry') });
      })
      // Errors are shown in the Visits tool.
      .catch(() => undefined);
  }, [token, isAllowed, path]);
  if (found?.path !== path) return null;
  return (
    <Text size={1} muted>
      {`Last ${days} days: ${pluralize(found.views, 'view')}, ${pluralize(found.enquiries, 'enquiry')} sent from this page. `}
      <Link href={`${basePath}/visits`}>All visits</Link>
    </Text>
  );
});
