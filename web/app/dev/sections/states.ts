import type { Section } from '#web/content/types.ts';
import type { ContentModel, ModelNode } from './content-model.ts';

type SectionState = { name: string; section: Section; isFirst: boolean };

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänspatentverlängerungsgebühren';
const hindi = 'भारत और खाड़ी देशों के व्यवसायों के लिए भरोसेमंद सेवाएँ';
const arabic = 'خدمات موثوقة للشركات في الهند ودول الخليج العربي';

export function listStates(section: Section, model: ContentModel): SectionState[] {
  const bare = withoutOptional(section, model.get(section._type), model);
  const others: Record<string, Section> = {
    'as in the seed': section,
    'without optional fields': bare,
    'with empty lists': replaceValues(section, (value) => (Array.isArray(value) ? [] : value)),
    'with very long words': replaceValues(section, replacingText(longWord)),
    'in Hindi': replaceValues(section, replacingText(hindi)),
    'in Arabic': replaceValues(section, replacingText(arabic)),
  };
  return [
    ...Object.entries(others).map(([name, one]) => ({ name, section: one, isFirst: false })),
    { name: 'as the first section', section, isFirst: true },
  ];
}

/** Whether a value is text for readers: it has capitals or spaces, unlike enumerations, paths, URLs and dates. */
const isText = (value: unknown) =>
  typeof value === 'string' && /[\p{Lu}\s]/u.test(value) && !/^(?:https?:|[/#])/.test(value);

const replacingText = (text: string) => (value: unknown) => (isText(value) ? text : value);

/** Replaces values at any depth, except under keys that begin with `_`. */
function replaceValues(section: Section, replace: (value: unknown) => unknown): Section {
  return JSON.parse(
    JSON.stringify(section, (key, value: unknown) => (key.startsWith('_') ? value : replace(value))),
  );
}

function withoutOptional(section: Section, node: ModelNode | undefined, model: ContentModel): Section {
  return JSON.parse(JSON.stringify(prune(section, node, model)));
}

function prune(value: unknown, node: ModelNode | undefined, model: ContentModel): unknown {
  if (node?.type === 'inline') return prune(value, model.get(node.name), model);
  if (Array.isArray(value)) return value.map((item) => prune(item, node?.of, model));
  if (typeof value !== 'object' || value === null || !node?.attributes) return value;
  const { attributes } = node;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const attribute = attributes[key];
      return [key, attribute?.optional ? null : prune(field, attribute?.value, model)];
    }),
  );
}
