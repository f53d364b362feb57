import { ShareIcon } from '@sanity/icons/Share';
import { UnlinkIcon } from '@sanity/icons/Unlink';
import { useToast } from '@sanity/ui/toast';
import { type DocumentActionComponent, useClient } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { siteAddress } from '#studio/settings.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { sharePath, sharePrefix, shareType } from '#web/contracts/preview-share.ts';

const days = 7;

export const sharePreview: DocumentActionComponent = ({ id }) => {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const share = async () => {
    const until = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    const _id = sharePrefix + crypto.randomUUID();
    await client.create({ _id, _type: shareType, document: id, until: until.toISOString() });
    const description = siteAddress() + sharePath(_id);
    // Some browsers allow it only right after a click; the toast shows the link too.
    await navigator.clipboard?.writeText(description).catch(() => {});
    const end = until.toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' });
    const title = `Link copied. It shows this page as it is in the Studio, and no other, until ${end}.`;
    toast.push({ id: 'share', status: 'success', title, description, duration: 60_000, closable: true });
  };
  const onHandle = () => attempt('No link could be made', share);
  return { label: 'Share preview', icon: ShareIcon, disabled: isBusy, onHandle };
};

/** Revokes all links to a page, and the previews opened by them. */
export const stopSharing: DocumentActionComponent = ({ id }) => {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const stop = async () => {
    const params = { type: shareType, id };
    await client.delete({ query: '*[_type == $type && document == $id]', params });
    const title = 'The preview links of this page are switched off';
    toast.push({ id: 'share', status: 'success', title });
  };
  const onHandle = () => attempt('The links could not be switched off', stop);
  return { label: 'Stop sharing', icon: UnlinkIcon, disabled: isBusy, onHandle };
};
