type Props = { crumbs: { name: string; path: string }[]; label: string };

export function Breadcrumbs({ crumbs, label }: Props) {
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label={label} className="frame pt-4 text-muted text-sm print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ name, path }, index) => (
          <li key={path} className="flex items-center gap-2">
            {index < crumbs.length - 1 ? (
              <>
                <a href={path} className="row-link">
                  {name}
                </a>
                <span aria-hidden="true">/</span>
              </>
            ) : (
              <span aria-current="page" className="flex min-h-11 items-center">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
