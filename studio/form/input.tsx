import {
  type InputProps,
  isArrayOfBlocksInputProps,
  isArrayOfObjectsInputProps,
  isArrayOfPrimitivesInputProps,
  isNumberInputProps,
  isObjectInputProps,
  isStringInputProps,
} from 'sanity';
import { propertyOf } from '#schemas/property.ts';
import { DateField } from './date-field.tsx';
import { DocumentForm } from './document-form.tsx';
import { FigureKeyInput } from './figure-key-input.tsx';
import { IconInput } from './icon-input.tsx';
import { ListInput } from './list-input.tsx';
import { DarkPictureInput, PictureInput } from './picture-input.tsx';
import { PlaceInput } from './place-input.tsx';
import { PlaceholderInput } from './placeholder-input.tsx';
import { SeoInput } from './search-preview.tsx';
import { StateInput } from './state-input.tsx';
import { TextInput } from './text-input.tsx';
import { invalidNumber, pendingTag, UnparsedInput } from './unparsed-input.tsx';

/** Renders our own input for a field, or the Studio's if we have none. */
export function Input(props: InputProps) {
  const type = props.schemaType.name;
  if ((type === 'date' || type === 'datetime') && isStringInputProps(props)) return <DateField {...props} />;
  if (type === 'stateName' && isStringInputProps(props)) return <StateInput {...props} />;
  if (type === 'figureKey' && isStringInputProps(props)) return <FigureKeyInput {...props} />;
  if (type === 'geopoint' && props.path[0] === 'location' && isObjectInputProps(props))
    return <PlaceInput {...props} />;
  // `iconField()` always names the field “icon”.
  if (props.path.at(-1) === 'icon' && isStringInputProps(props)) return <IconInput {...props} />;
  if (
    isStringInputProps(props) &&
    (type === 'text' || (type === 'string' && !props.schemaType.options?.list))
  )
    return <PlaceholderInput {...props} />;
  if (type === 'picture' && isObjectInputProps(props)) return <PictureInput {...props} />;
  if (type === 'image' && props.path.at(-1) === 'dark' && isObjectInputProps(props))
    return <DarkPictureInput {...props} />;
  if (type === 'seo' && isObjectInputProps(props)) return <SeoInput {...props} />;
  if (isArrayOfBlocksInputProps(props)) return <TextInput {...props} />;
  if (isArrayOfObjectsInputProps(props)) return <ListInput {...props} />;
  if (props.path.length === 0 && isObjectInputProps(props)) return <DocumentForm {...props} />;
  if (isNumberInputProps(props)) return <UnparsedInput props={props} problemOf={invalidNumber} />;
  if (isArrayOfPrimitivesInputProps(props) && propertyOf(props.schemaType.options, 'layout') === 'tags')
    return <UnparsedInput props={props} problemOf={pendingTag} />;
  return props.renderDefault(props);
}
