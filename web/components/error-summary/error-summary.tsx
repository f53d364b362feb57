type Props = {
  heading: string;
  /** The id of each invalid field, with its message. */
  problems: readonly (readonly [id: string, message: string])[];
  /** Moves the focus here after a page load, for forms that the server validates. */
  takesFocus?: boolean;
};

/** Lists a form's errors. Each error links to its field. */
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
