import type { ComponentType, ReactNode } from 'react';
import {
  type InputProps,
  isArrayOfBlocksInputProps,
  isObjectInputProps,
  isStringInputProps,
  type ObjectInputProps,
  type StringInputProps,
} from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';
import { FigureKeyInput, StateInput } from './choice-inputs.tsx';
import { DocumentForm } from './document-form.tsx';
import { IconInput } from './icon-input.tsx';
import { PictureInput } from './picture-input.tsx';
import { PlaceInput } from './place-input.tsx';
import { PlaceholderInput } from './placeholder-input.tsx';
import { SeoInput } from './search-preview.tsx';
import { TextInput } from './text-input.tsx';
import { invalidNumber, pendingTag, UnparsedInput } from './unparsed-input.tsx';

type Render = (props: InputProps) => ReactNode;

const forText =
  (Own: ComponentType<StringInputProps>): Render =>
  (props) =>
    isStringInputProps(props) ? <Own {...props} /> : props.renderDefault(props);

const forObject =
  (Own: ComponentType<ObjectInputProps>): Render =>
  (props) =>
    isObjectInputProps(props) ? <Own {...props} /> : props.renderDefault(props);

/** Our inputs by the option `input` of a field, or by the name of its type. */
const inputs = new Map<string, Render>([
  ['figureKey', forText(FigureKeyInput)],
  ['icon', forText(IconInput)],
  ['number', (props) => <UnparsedInput props={props} problemOf={invalidNumber} />],
  ['picture', forObject(PictureInput)],
  ['place', forObject(PlaceInput)],
  ['seo', forObject(SeoInput)],
  ['stateName', forText(StateInput)],
  ['string', forText(PlaceholderInput)],
  ['tags', (props) => <UnparsedInput props={props} problemOf={pendingTag} />],
  ['text', forText(PlaceholderInput)],
]);

/** Renders our own input for a field, or the Studio's if we have none. */
export function Input(props: InputProps) {
  const { name, options } = props.schemaType;
  const isChoice = propertyOf(options, 'list') !== undefined;
  const own = inputs.get(textOf(options, 'input') ?? (isChoice ? '' : name));
  if (own) return own(props);
  if (isArrayOfBlocksInputProps(props)) return <TextInput {...props} />;
  if (props.path.length === 0 && isObjectInputProps(props)) return <DocumentForm {...props} />;
  return props.renderDefault(props);
}
