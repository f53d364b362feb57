import { useId } from 'react';
import { type StringInputProps, useEditState } from 'sanity';
import { knownStates } from '#schemas/states.ts';
import { figuresOf } from '#studio/content/traverse.ts';

/** Returns the keys and titles of the business figures in Site settings, from the draft if there is one. */
export function useFigures() {
  const { draft, published } = useEditState('siteSettings', 'siteSettings');
  const figures = figuresOf(draft ?? published);
  return figures.map(({ key = '', value = '?', label = '' }) => ({ key, title: `${value} ${label}` }));
}

export function FigureKeyInput(props: StringInputProps) {
  const figures = useFigures();
  if (figures.length === 0) return props.renderDefault(props);
  const list = figures.map(({ key, title }) => ({ value: key, title: `${title} – ${key}` }));
  const chosen = props.value;
  if (chosen && !figures.some(({ key }) => key === chosen))
    list.push({ value: chosen, title: `${chosen} (no longer in Site settings)` });
  return props.renderDefault({
    ...props,
    schemaType: { ...props.schemaType, options: { ...props.schemaType.options, list } },
  });
}

/** Suggests the known states. Another text is possible. */
export function StateInput(props: StringInputProps) {
  const list = useId();
  const elementProps = { ...props.elementProps, list };
  return (
    <>
      {props.renderDefault({ ...props, elementProps })}
      <datalist id={list}>
        {knownStates.map((state) => (
          <option key={state} value={state} />
        ))}
      </datalist>
    </>
  );
}
