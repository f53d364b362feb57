import type { ReactNode } from 'react';
import { RisingLine } from '#web/components/drawings/rising-line.tsx';
import { type ContentAction, type ContentLink, resolveLink } from '#web/content/links.ts';
import type { Site } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

type LinkProps = {
  link: Partial<ContentLink> | null | undefined;
  site: Site;
  className?: string;
  'aria-current'?: 'page' | undefined;
  'aria-label'?: string | undefined;
  children: ReactNode;
};

/** Renders a content link, or plain text if the link has no target. */
export function ContentLinkTo({ link, site, children, ...attributes }: LinkProps) {
  const target = resolveLink(link, site);
  if (!target) return <span {...attributes}>{children}</span>;
  return (
    <a
      href={target.href}
      {...(target.isExternal ? { target: '_blank', rel: 'noopener' } : {})}
      {...attributes}
    >
      {children}
    </a>
  );
}

const variantClasses = { primary: 'action action-primary', secondary: 'action', text: 'action-text' };

type Preset = {
  /** Title of a job opening. It is the topic and prefilled in the enquiry form. */
  opening?: string;
  /** Prefilled in the enquiry form. */
  message?: string;
};
type AnyAction = Omit<ContentAction, '_key'>;

/** Returns the link of a button. A link to the enquiry form prefills it. */
export function prefillLink({ link, service }: AnyAction, site: Site, { opening, message }: Preset) {
  const query = new URLSearchParams({
    ...(service ? { service } : {}),
    ...(opening ? { opening: removeMarkers(opening) } : {}),
    ...(message ? { message: removeMarkers(message) } : {}),
  }).toString();
  const href = resolveLink(link, site)?.href;
  return query && href?.startsWith('/') ? { kind: 'path' as const, path: `${href}?${query}` } : link;
}

type ActionProps = Preset & {
  action: AnyAction | null;
  site: Site;
  variant?: keyof typeof variantClasses;
};

/** Renders a link that looks like a button, or nothing if it has no target. */
export function Action({
  action,
  site,
  variant = action?.style ?? 'secondary',
  opening,
  message,
}: ActionProps) {
  if (!action || !resolveLink(action.link, site)) return null;
  return (
    <ContentLinkTo
      link={prefillLink(action, site, { ...(opening ? { opening } : {}), ...(message ? { message } : {}) })}
      site={site}
      className={variantClasses[variant]}
      aria-label={opening && `${action.label}: ${opening}`}
    >
      {action.label}
      {variant === 'text' ? <RisingLine /> : null}
    </ContentLinkTo>
  );
}

type ListProps = {
  actions: ContentAction[] | null | undefined;
  site: Site;
  className?: string;
};

export function ActionList({ actions, site, className = '' }: ListProps) {
  if (!actions || actions.length === 0) return null;
  return (
    <div className={`actions flex flex-wrap items-center gap-4 ${className}`}>
      {actions.map((action, index) => (
        <Action key={action._key ?? index} action={action} site={site} />
      ))}
    </div>
  );
}
