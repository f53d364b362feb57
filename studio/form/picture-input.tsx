import { type ObjectInputProps, PatchEvent, unset } from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';
import { assetOf } from '#studio/pictures/uses.ts';

/** Returns whether patches of an image input set another file or remove the file. */
const replacesAsset = ({ patches }: PatchEvent, shown: string | undefined) =>
  patches.some((one) => one.path.join() === 'asset' && textOf(propertyOf(one, 'value'), '_ref') !== shown);

/** Clears the alternative text when the picture is replaced. */
export function PictureInput(props: ObjectInputProps) {
  const { value, onChange } = props;
  const shown = assetOf(value);
  const change: typeof onChange = (patch) => {
    const event = PatchEvent.from(patch);
    if (!shown || !replacesAsset(event, shown)) return onChange(event);
    onChange(event.append([unset(['alt'])]));
  };
  return props.renderDefault({ ...props, onChange: change });
}
