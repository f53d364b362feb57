import path from 'node:path';
import { connection } from 'next/server';
import { hrefFor, pageTypes } from '#schemas/paths.ts';
import { queryPublished } from '#web/content/client.ts';
import { findPage, findSite } from '#web/content/find-page.ts';
import { sitemapQuery } from '#web/content/queries.ts';
import type { CityContent, Section, Site } from '#web/content/types.ts';
import { renderSection } from '#web/sections/section-list.tsx';
import { readContentModel } from './content-model.ts';
import { listStates } from './states.ts';

type Sample = { section: Section; city: CityContent | null };

/** Shows every section type in every state, with seed content. Development only. */
export default async function Sections() {
  await connection();
  const site = await findSite();
  if (!site) return <p>There is no content yet. Run npm run seed.</p>;
  const model = readContentModel(path.join(process.cwd(), '..'));
  const samples = [...(await findSamples()).values()];
  return (
    <main>
      {model.size === 0 ? <p>Run npm run typegen to see sections without optional fields.</p> : null}
      {samples.map((sample) => (
        <div key={sample.section._type} id={sample.section._type}>
          {listStates(sample.section, model).map((state) => (
            <div key={state.name}>
              <p className="frame label">
                {sample.section._type}, {state.name}
              </p>
              {renderSample(sample, state, site)}
            </div>
          ))}
        </div>
      ))}
    </main>
  );
}

function renderSample(
  { city }: Sample,
  { section, isFirst }: { section: Section; isFirst: boolean },
  site: Site,
) {
  return renderSection(section, { site, city, isFirst, path: '/dev/sections' });
}

async function findSamples(): Promise<Map<string, Sample>> {
  const { documents } = await queryPublished(sitemapQuery, { types: pageTypes });
  const found = await Promise.all(documents.map((document) => findPage(hrefFor(document) ?? '')));
  const samples = new Map<string, Sample>();
  for (const one of found)
    for (const section of one?.page.sections ?? []) {
      const before = samples.get(section._type);
      if (before && JSON.stringify(before.section).length >= JSON.stringify(section).length) continue;
      const content = one?.page.content;
      samples.set(section._type, { section, city: content?._type === 'cityPage' ? content : null });
    }
  return samples;
}
