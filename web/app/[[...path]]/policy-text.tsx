import type { PolicyContent, Site } from '#web/sections/section-props.ts';

export function PolicyText({ policy, site }: { policy: PolicyContent; site: Site }) {
  return (
    <article>
      <h1>{policy.title}</h1>
      <p>
        {site.lastUpdatedLabel} {policy.lastUpdated}
      </p>
      {policy.sections.map(({ _key, heading, body }) => (
        <section key={_key}>
          <h2>{heading}</h2>
          <p>
            {body
              .map((block) => ('children' in block ? block.children?.map(({ text }) => text).join('') : ''))
              .join(' ')}
          </p>
        </section>
      ))}
    </article>
  );
}
