import { type StringInputProps, useEditState } from 'sanity';
import { z } from 'zod';

const settings = z.object({
  figures: z
    .array(z.object({ key: z.string(), value: z.string().optional(), label: z.string().optional() }))
    .catch([]),
});

/** A key of a business figure, chosen from the figures in Site settings as they are being edited. */
export function FigureKeyInput(props: StringInputProps) {
  const { draft, published } = useEditState('siteSettings', 'siteSettings');
  const { figures } = settings.catch({ figures: [] }).parse(draft ?? published);
  if (figures.length === 0) return props.renderDefault(props);
  const list = figures.map(({ key, value, label }) => ({
    value: key,
    title: `${value ?? '?'} ${label ?? ''} – ${key}`,
  }));
  const chosen = props.value;
  if (chosen && !figures.some(({ key }) => key === chosen))
    list.push({ value: chosen, title: `${chosen} (no longer in Site settings)` });
  return props.renderDefault({
    ...props,
    schemaType: { ...props.schemaType, options: { ...props.schemaType.options, list } },
  });
}
