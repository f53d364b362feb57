import { type InputProps, isObjectInputProps } from 'sanity';
import { addressableTypes } from '#schemas/paths.ts';
import { FormWithAddress } from './address-line.tsx';

const addressable: ReadonlySet<string> = new Set(addressableTypes);

/** Chooses what edits a value: the Studio's own input, unless one of ours does better. */
export function Input(props: InputProps) {
  if (props.path.length === 0 && addressable.has(props.schemaType.name) && isObjectInputProps(props))
    return <FormWithAddress {...props} />;
  return props.renderDefault(props);
}
