import { useToast } from '@sanity/ui/toast';
import { type DocumentActionComponent, useClient } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { publishedSince, takeOver } from '#studio/publishing/published-since.ts';
import { useAttempt } from './use-attempt.ts';

/** Merges changes published meanwhile into a version, which would revert them. */
export const takeOverPublished: DocumentActionComponent = ({ version, published }) => {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const act = async () => {
    const since = version && (await publishedSince(client, version, published));
    if (since) await takeOver(client, version._id, since);
    const title = since ? `What ${since.by} published is taken over` : 'Nothing was published since';
    toast.push({ status: 'success', title });
  };
  const onHandle = () => attempt('It could not be taken over. End the schedule first, if there is one.', act);
  return { label: 'Take over what was published', disabled: isBusy || !published, onHandle };
};
