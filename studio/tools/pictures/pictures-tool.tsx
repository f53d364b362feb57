import { useClient, useCurrentUser } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { userMay } from '#studio/access/roles.ts';
import { isUnused, type Picture } from '#studio/pictures/library.ts';
import { PictureList } from '#studio/pictures/picture-list.tsx';
import { Screen } from '#studio/ui/elements.tsx';
import { ActionButton } from '#studio/ui/forms.tsx';
import { ApiError } from '#studio/ui/staff-api.ts';

export function PicturesTool() {
  const mayEdit = userMay(useCurrentUser(), 'editContent');
  return (
    <Screen title="Pictures">
      <PictureList>
        {(picture) => mayEdit && isUnused(picture) && <DeletePicture picture={picture} />}
      </PictureList>
    </Screen>
  );
}

function DeletePicture({ picture }: { picture: Picture }) {
  const client = useClient({ apiVersion });
  const remove = () =>
    client.delete(picture._id).catch(() => {
      throw new ApiError('The picture was not deleted. Somebody may have just used it. Reload the page.');
    });
  return (
    <ActionButton
      text="Delete"
      aria-label={`Delete ${picture.name}`}
      confirmText="Yes, delete permanently"
      action={remove}
    />
  );
}
