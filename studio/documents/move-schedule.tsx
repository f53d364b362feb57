import { CalendarIcon } from '@sanity/icons/Calendar';
import { useToast } from '@sanity/ui/toast';
import { useState } from 'react';
import { type DocumentActionComponent, useActiveReleases, useClient, useCurrentUser } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { titleOf } from '#schemas/document-title.ts';
import { userMay } from '#studio/access/roles.ts';
import { CloseContext, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatTime } from '#studio/ui/labels.ts';
import { ApiError } from '#studio/ui/staff-api.ts';
import { css } from '#studio/ui/styles.ts';

/** Gives a scheduled document another time. */
export const moveSchedule: DocumentActionComponent = ({ release = '', version }) => {
  const { data: releases } = useActiveReleases();
  const mayMove = userMay(useCurrentUser(), 'editContent');
  const move = useMove();
  const [isOpen, setOpen] = useState(false);
  const scheduled = releases.find(
    ({ _id, state }) => _id === `_.releases.${release}` && state === 'scheduled',
  );
  const from = scheduled?.metadata.intendedPublishAt;
  if (!mayMove || !version || !from) return null;
  return {
    label: 'Move to …',
    icon: CalendarIcon,
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: 'custom',
      component: (
        <CloseContext value={() => setOpen(false)}>
          <style>{css}</style>
          <MoveDialog title={titleOf(version)} from={from} move={(at) => move(release, at)} />
        </CloseContext>
      ),
    },
  };
};

type MoveDialogProps = { title: string; from: string; move(at: string): Promise<void> };

/** A dialog that asks for the new time of a schedule. */
export function MoveDialog({ title, from, move }: MoveDialogProps) {
  return (
    <FormDialog
      title={`Move “${title}”`}
      submit="Move"
      send={async (_, { at }) => {
        await move(String(at));
        return Response.json(null);
      }}
    >
      <Field label="Goes live on" type="datetime" name="at" defaultValue={from} autoFocus />
    </FormDialog>
  );
}

/** Returns a function that gives a scheduled release another time (ISO 8601), in one transaction. */
export function useMove() {
  const client = useClient({ apiVersion });
  const toast = useToast();
  return async (releaseId: string, at: string) => {
    if (!(Date.parse(at) > Date.now()))
      throw new ApiError('Enter a time in the future, for example tomorrow 9:00.');
    const metadata = { set: { 'metadata.intendedPublishAt': at } };
    await client.action([
      { actionType: 'sanity.action.release.unschedule', releaseId },
      { actionType: 'sanity.action.release.edit', releaseId, patch: metadata },
      { actionType: 'sanity.action.release.schedule', releaseId, publishAt: at },
    ]);
    toast.push({ status: 'success', title: `Moved to ${formatTime(at)}` });
  };
}
