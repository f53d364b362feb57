import { Icon } from '#web/components/icon/icon.tsx';
import { Action, ContentLinkTo } from '#web/components/link/action.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import { chatHref, phoneHref, resolveLink } from '#web/content/links.ts';
import type { Site } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

const menuId = 'site-menu';

type Props = { site: Site; path: string };

/**
 * Renders the site's name and menu. On phones the menu is a popover, and links for chat and calls are next to its
 * button. The current page's link is underlined.
 */
export function Header({ site, path }: Props) {
  return (
    <header className="site-header line-b">
      <div className="frame flex min-h-18 flex-wrap items-center justify-between gap-x-2 py-2 lg:gap-x-6">
        <a
          href="/"
          className={`flex min-h-11 min-w-min items-center lg:max-w-max ${isLong(site) ? 'flex-[1_1_13rem]' : 'flex-1 wrap-break-word lg:flex-[1_1_13rem]'}`}
          aria-current={path === '/' ? 'page' : undefined}
        >
          <Name site={site} />
        </a>
        {site.whatsapp ? (
          <a href={chatHref(site)} target="_blank" rel="noopener" className="at-hand edge rounded px-2">
            {site.chatLabel}
          </a>
        ) : null}
        {site.phone ? (
          <a href={phoneHref(site.phone)} className="at-hand edge rounded px-2">
            {site.callLabel}
          </a>
        ) : null}
        <button type="button" popoverTarget={menuId} className="at-hand">
          <Icon name="menu" className="size-4 text-inherit" />
          {site.menuLabel}
        </button>
        <nav
          id={menuId}
          popover="auto"
          aria-label={site.navigationLabel}
          className="site-menu lg:flex lg:items-center lg:gap-6"
        >
          <div className="flex justify-end lg:hidden">
            <button
              type="button"
              popoverTarget={menuId}
              popoverTargetAction="hide"
              aria-label={site.closeMenuLabel}
              className="-mr-3 grid size-11 place-items-center"
            >
              <Icon name="x" className="text-inherit" />
            </button>
          </div>
          <ul>
            {site.mainNavigation.map(({ _key, label, link }) => {
              const target = resolveLink(link, site);
              if (!target) return null;
              const isHere = target.href === path;
              return (
                <li key={_key}>
                  <ContentLinkTo
                    link={link}
                    site={site}
                    className="nav-link"
                    aria-current={isHere ? 'page' : undefined}
                  >
                    {label}
                  </ContentLinkTo>
                </li>
              );
            })}
            <li>
              <Action action={site.mainAction} site={site} variant="secondary" />
            </li>
          </ul>
          <ReaderChoice site={site} path={path} />
        </nav>
      </div>
    </header>
  );
}

/** Lets readers choose the prices and words for India or for the Gulf. The address holds the choice. */
function ReaderChoice({ site, path }: Props) {
  if (!site.gulfLabel) return null;
  const here = site.gulf ? 'gulf' : 'india';
  return (
    <div className="flex items-center gap-x-4 text-sm wrap-break-word max-lg:mt-2">
      <span className="text-muted lg:sr-only">{site.readersLabel}</span>
      {Object.entries({ india: site.indiaLabel, gulf: site.gulfLabel }).map(([reader, label]) => (
        <a
          key={reader}
          href={`${path}?in=${reader}`}
          aria-current={reader === here ? 'true' : undefined}
          className={`row-link last:justify-end ${reader === here ? 'font-semibold underline' : 'text-muted'}`}
        >
          {label}
        </a>
      ))}
    </div>
  );
}

/** Long names use smaller text, and a row of their own on phones. */
const isLong = ({ agencyName, logo }: Site) => !logo && removeMarkers(agencyName).length > 24;

function Name({ site }: { site: Site }) {
  if (site.logo)
    return <Picture picture={site.logo} maxWidth={160} sizes="160px" isFirst className="max-h-11" />;
  return (
    <span
      className={`display flex items-center gap-2 ${isLong(site) ? 'text-sm/[1.25]' : 'text-[1.0625rem] lg:text-xl'}`}
    >
      <svg
        className="drawing w-7 flex-none text-teal max-[26rem]:hidden"
        viewBox="0 0 28 24"
        aria-hidden="true"
      >
        <path d="M1 1v22h26" className="text-line" strokeWidth="1.5" />
        <path d="M5 18l6-4 5 2 7-9" strokeWidth="2.5" />
        <circle cx="24" cy="5" r="3" className="fill-saffron text-ink" strokeWidth="1" />
      </svg>
      {site.agencyName}
    </span>
  );
}
