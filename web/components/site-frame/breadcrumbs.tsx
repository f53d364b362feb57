type Props = { crumbs: { name: string; path: string }[]; label: string };

/** The way from the home page to this one; nothing on the home page itself. */
export function Breadcrumbs({ crumbs, label }: Props) {
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label={label} className="frame crumbs">
      <ol>
        {crumbs.map(({ name, path }, index) => (
          <li key={path}>
            {index > 0 ? <span aria-hidden="true">/</span> : null}
            {index < crumbs.length - 1 ? (
              <a href={path} className="row-link">
                {name}
              </a>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
