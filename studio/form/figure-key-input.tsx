import { type StringInputProps, useEditState } from 'sanity';
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
