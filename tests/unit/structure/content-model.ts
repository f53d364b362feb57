import type { FieldDefinition } from 'sanity';
import { sections } from '#schemas/sections/index.ts';
import type { ContentModel, ModelNode } from '#web/app/dev/sections/content-model.ts';

/** Whether a field's validation requires a value. */
function isRequired({ validation }: Pick<FieldDefinition, 'validation'>): boolean {
  let required = false;
  const rule: object = new Proxy(
    {},
    {
      get: (_target, name) => () => {
        if (name === 'required') required = true;
        return rule;
      },
    },
  );
  if (typeof validation === 'function') Reflect.apply(validation, undefined, [rule]);
  return required;
}

const listOf = (value: unknown): object[] => (Array.isArray(value) ? value : []);

function nodeOf(definition: object): ModelNode {
  const fields = listOf(Reflect.get(definition, 'fields'));
  const [item] = listOf(Reflect.get(definition, 'of'));
  return {
    type: String(Reflect.get(definition, 'type')),
    name: String(Reflect.get(definition, 'name')),
    ...(fields.length > 0
      ? {
          attributes: Object.fromEntries(
            fields.map((field) => [
              Reflect.get(field, 'name'),
              {
                optional: !isRequired({ validation: Reflect.get(field, 'validation') }),
                value: nodeOf(field),
              },
            ]),
          ),
        }
      : {}),
    ...(item ? { of: nodeOf(item) } : {}),
  };
}

/** The schema as `sanity schema extract` would write it. */
export const contentModel: ContentModel = new Map(sections.map(({ type }) => [type.name, nodeOf(type)]));
