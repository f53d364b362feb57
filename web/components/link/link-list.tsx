import { type ContentLink, resolveLink } from '#web/content/links.ts';
import type { Site } from '#web/content/types.ts';
import { ContentLinkTo } from './action.tsx';

type Props = {
  links: readonly { _key: string; label: string; link: Partial<ContentLink> | null }[] | null | undefined;
  site: Site;
  heading?: string | undefined;
  className?: string;
};

/** Renders the links that have a target, below an optional heading. Renders nothing if there are none. */
export function LinkList({ links, site, heading, className = '' }: Props) {
  const shown = (links ?? []).filter(({ link }) => resolveLink(link, site));
  if (shown.length === 0) return null;
  const list = (
    <ul className={`cities ${className}`}>
      {shown.map(({ _key, label, link }) => (
        <li key={_key}>
          <ContentLinkTo link={link} site={site}>
            {label}
          </ContentLinkTo>
        </li>
      ))}
    </ul>
  );
  return heading === undefined ? (
    list
  ) : (
    <section>
      <h2 className="label">{heading}</h2>
      {list}
    </section>
  );
}
