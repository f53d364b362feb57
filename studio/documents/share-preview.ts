import { ShareIcon } from '@sanity/icons/Share';
import { UnlinkIcon } from '@sanity/icons/Unlink';
import { useToast } from '@sanity/ui/toast';
import { type DocumentActionComponent, useClient } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { siteAddress } from '#studio/settings.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { day } from '#web/contracts/durations.ts';
import { sharePath, sharePrefix, shareType } from '#web/contracts/preview-share.ts';

/** Days for which a shared link works. */
const days = 7;

/** Creates a link to the draft of one page, for people without an account. */
export const sharePreview: DocumentActionComponent = ({ id }) => {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const share = async () => {
    const until = new Date(Date.now() + days * day);
    const _id = sharePrefix + crypto.randomUUID();
    await client.create({ _id, _type: shareType, document: id, until: until.toISOString() });
    const description = siteAddress() + sharePath(_id);
    // Some browsers allow copying only right after a click, so the toast shows the link too.
    await navigator.clipboard?.writeText(description).catch(() => {});
    const end = formatTime(until.toISOString());
    const title = `Link copied. It shows the draft of this page, and no other draft, until ${end}.`;
    toast.push({ id: 'share', status: 'success', title, description, duration: 60_000, closable: true });
  };
  const onHandle = () => attempt('The link could not be created', share);
  return { label: 'Share preview', icon: ShareIcon, disabled: isBusy, onHandle };
};

/** Revokes all preview links of a page and ends the previews opened with them. */
export const stopSharing: DocumentActionComponent = ({ id }) => {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const stop = async () => {
    const params = { type: shareType, id };
    await client.delete({ query: '*[_type == $type && document == $id]', params });
    const title = 'The preview links of this page no longer work';
    toast.push({ id: 'share', status: 'success', title });
  };
  const onHandle = () => attempt('The preview links could not be revoked', stop);
  return { label: 'Stop sharing', icon: UnlinkIcon, disabled: isBusy, onHandle };
};
