import { type ObjectInputProps, PatchEvent, unset } from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';

/** Asks for a new alternative text when the picture is replaced. */
export function PictureInput(props: ObjectInputProps) {
  const { value, onChange } = props;
  const shown = textOf(propertyOf(value, 'asset'), '_ref');
  const change: typeof onChange = (patch) => {
    const event = PatchEvent.from(patch);
    const isReplaced = event.patches.some(
      (one) => one.path.join() === 'asset' && textOf(propertyOf(one, 'value'), '_ref') !== shown,
    );
    onChange(shown && isReplaced ? event.append(unset(['alt'])) : event);
  };
  return props.renderDefault({ ...props, onChange: change });
}
