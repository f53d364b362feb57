import type { ReactNode } from 'react';
import { isCurrent, resolveLink } from '#web/content/links.ts';
import type { DeliveryAttributes } from '#web/delivery/document.ts';
import type { Site } from '#web/sections/section-props.ts';
import { DeliveryMain } from './delivery-main.tsx';

type Props = { site: Site; path: string; delivery: DeliveryAttributes; children: ReactNode };

/** What surrounds every page: skip link, top bar and footer. */
export function PageShell({ site, path, delivery, children }: Props) {
  return (
    <>
      <a href="#content">{site.skipLinkText}</a>
      <header>
        <nav aria-label={site.navigationLabel}>
          {site.mainNavigation.map(({ _key, label, link }) => {
            const target = resolveLink(link, site);
            return target ? (
              <a
                key={_key}
                href={target.href}
                aria-current={isCurrent(target.href, path) ? 'page' : undefined}
              >
                {label}
              </a>
            ) : null;
          })}
        </nav>
      </header>
      <DeliveryMain delivery={delivery}>{children}</DeliveryMain>
      <footer>
        <p>{site.footerText}</p>
        {site.footerColumns.map(({ _key, heading, links }) => (
          <nav key={_key} aria-label={heading}>
            {links.map(({ _key: key, label, link }) => {
              const target = resolveLink(link, site);
              return target ? (
                <a key={key} href={target.href}>
                  {label}
                </a>
              ) : null;
            })}
          </nav>
        ))}
        <p>{site.credit}</p>
      </footer>
    </>
  );
}
