type Props = {
  heading: string;
  /** Of each field: its id and what is wrong. */
  problems: readonly (readonly [id: string, message: string])[];
  /** Where the page was asked for again, it begins here. */
  takesFocus?: boolean;
};

/** What keeps a form from being sent, each a link to its field. */
export function ErrorSummary({ heading, problems, takesFocus = false }: Props) {
  if (problems.length === 0) return null;
  const atOnce = takesFocus ? { role: 'alert', tabIndex: -1, autoFocus: true } : {};
  return (
    <div {...atOnce} className="notice notice-error mb-6 p-4">
      <p className="font-semibold text-error">{heading}</p>
      <ul>
        {problems.map(([id, message]) => (
          <li key={id}>
            <a href={`#${id}`} className="row-link underline">
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
