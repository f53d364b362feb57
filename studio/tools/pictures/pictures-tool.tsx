import { Text } from '@sanity/ui';
import { useClient, useCurrentUser } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { titleOf } from '#schemas/document-title.ts';
import { userMay } from '#studio/access/roles.ts';
import { preparePicture } from '#studio/form/picture-files.ts';
import { isUnused, type Picture } from '#studio/pictures/library.ts';
import { PictureList } from '#studio/pictures/picture-list.tsx';
import { replaceUses } from '#studio/pictures/uses.ts';
import { Screen } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FileField, FormDialog } from '#studio/ui/forms.tsx';
import { ApiError } from '#studio/ui/staff-api.ts';

export function PicturesTool() {
  const mayEdit = userMay(useCurrentUser(), 'editContent');
  return (
    <Screen title="Pictures">
      <PictureList>{(picture) => mayEdit && <Actions picture={picture} />}</PictureList>
    </Screen>
  );
}

function Actions({ picture }: { picture: Picture }) {
  const client = useClient({ apiVersion });
  const remove = () =>
    client.delete(picture._id).catch(() => {
      throw new ApiError('The picture was not deleted. Somebody may have just used it. Reload the page.');
    });
  if (isUnused(picture))
    return (
      <ActionButton
        text="Delete"
        aria-label={`Delete ${picture.name}`}
        confirmText="Yes, delete permanently"
        action={remove}
      />
    );
  if (picture.uses.length === 0) return null;
  return (
    <DialogButton text="Replace everywhere" aria-label={`Replace ${picture.name} everywhere`}>
      <ReplaceDialog picture={picture} />
    </DialogButton>
  );
}

function ReplaceDialog({ picture: { name, uses } }: { picture: Picture }) {
  const client = useClient({ apiVersion });
  const titles = new Set(uses.map(({ document }) => titleOf(document, 'Site settings')));
  const upload = async (file: unknown) => {
    if (!(file instanceof File) || file.size === 0) return undefined;
    const prepared = await preparePicture(file);
    if (!prepared) throw new ApiError(`${file.name} is not a JPEG, PNG, WebP, AVIF or HEIC picture.`);
    return (await client.assets.upload('image', prepared, { filename: prepared.name }))._id;
  };
  const replace = async (typed: Record<string, unknown>) => {
    const [alt, credit] = [String(typed.alt).trim(), String(typed.credit).trim()];
    if (!alt) throw new ApiError('Describe the picture for people who cannot see it.');
    const file = await upload(typed.light);
    if (!file) throw new ApiError('Choose the new picture.');
    const shown = { file, alt, credit, dark: await upload(typed.dark) };
    await replaceUses(client, uses, shown).catch(() => {
      throw new ApiError(
        'The picture was not replaced. Somebody may have just changed one of the documents, or one of them needs an approval. Close this dialog and try again, or replace the picture in each document.',
      );
    });
    return Response.json(null);
  };
  return (
    <FormDialog
      title={`Replace ${name} everywhere`}
      submit="Replace now"
      successText="The picture was replaced everywhere"
      send={(_api, typed) => replace(typed)}
    >
      <Text size={1}>
        Published pages, drafts and releases change at once: {[...titles].join(', ')}. Move the crop circle
        again where the picture is cropped.
      </Text>
      <FileField label="New picture" name="light" accept="image/*" />
      <FileField label="Its dark version (optional)" name="dark" accept="image/*" />
      <Text size={1} muted>
        Without a dark version, visitors in dark mode see the new picture too, never the old dark version.
      </Text>
      <Field label="What the picture shows" name="alt" isLong />
      <Field label="Made by (optional)" name="credit" />
    </FormDialog>
  );
}
