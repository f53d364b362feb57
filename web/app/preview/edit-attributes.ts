import { draftMode } from 'next/headers';
import { createDataAttribute } from 'next-sanity';
import type { EditAttribute, Section } from '#web/content/types.ts';
import { siteSettings } from '#web/env.ts';
import type { ShownPage } from '#web/seo/page-description.ts';

/**
 * Makes the attributes that let editors click on what they see in the Studio's preview. Outside of previews there are
 * none. A section that a city page takes from its template is edited in the template.
 */
export async function editAttributes({ content, template }: ShownPage) {
  const { isEnabled } = await draftMode();
  return (section: Section | null, field?: string): EditAttribute => {
    if (!isEnabled) return {};
    const { projectId, dataset } = siteSettings().sanity;
    const isFromTemplate = template?.sections.some(({ _key }) => _key === section?._key) ?? false;
    const owner = isFromTemplate && template ? template : content;
    const list = content._type === 'cityPage' && !isFromTemplate ? 'overrides' : 'sections';
    if (!section && !field) return {};
    const attribute = createDataAttribute({
      projectId,
      dataset,
      baseUrl: '/studio',
      id: owner._id,
      type: owner._type,
      path: section ? [list, { _key: section._key }] : [],
    });
    return { 'data-sanity': (field ? attribute.scope(field) : attribute)() };
  };
}
