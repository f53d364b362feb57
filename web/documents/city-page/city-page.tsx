import {
  documentFields,
  isText,
  linkedCity,
  modifiedField,
  pictureFields,
  richTextFields,
  seoFields,
  textFields,
} from '#web/content/projections.ts';
import type { Section } from '#web/content/types.ts';
import type { DocumentDefinition } from '#web/documents/definition.ts';
import { sectionFields } from '#web/sections/index.ts';
import { SectionList } from '#web/sections/section-list.tsx';
import { findOpening } from '#web/seo/page-description.ts';
import { cityData } from './structured-data.ts';

/** GROQ projection of a city page. `template` is shared by all cities. */
export const cityPageFields = `
  ${documentFields}, name, state, location, search, lead, facts,
  picture{${pictureFields}},
  insight[]{${richTextFields}},
  nearby[]{_key, ${linkedCity}},
  overrides[]{${sectionFields}},
  "template": *[_type == "cityPageTemplate" && _id == "cityPageTemplate"][0]{
    _id, _type, ${modifiedField},
    sections[]{${sectionFields}},
    seo{${seoFields}}
  },
  "reading": *[${isText} && references(^._id)] ${textFields}
`;

/** Combines the sections of the city template with the city's own text and facts. */
export const cityPage: DocumentDefinition<'cityPage'> = {
  placeholders: ({ name, state }) => ({ city: name, state }),
  compose: ({ name, lead, template, overrides }) => {
    const sections = withOverrides(template?.sections ?? [], overrides ?? []).map((section) =>
      lead && section._type === 'hero' ? { ...section, text: lead } : section,
    );
    return { name, opening: findOpening(sections), sections };
  },
  render: (props) => <SectionList {...props} city={props.content} />,
  structuredData: cityData,
};

/** Replaces template sections with overrides of the same type. Other overrides go before the closing band. */
function withOverrides<Item extends Pick<Section, '_type'>>(template: Item[], overrides: Item[]): Item[] {
  const left = [...overrides];
  const replaced = template.map((section) => {
    const index = left.findIndex(({ _type }) => _type === section._type);
    return index === -1 ? section : (left.splice(index, 1)[0] ?? section);
  });
  const closing = replaced.findLastIndex(({ _type }) => _type === 'callToAction');
  return replaced.toSpliced(closing === -1 ? replaced.length : closing, 0, ...left);
}
