import type { ReactNode } from 'react';

type Props = {
  heading: string;
  text: string;
  hint?: string | null;
  children: ReactNode;
};

/** The page for 404, errors and missing content. */
export function MessagePage({ heading, text, hint, children }: Props) {
  return (
    <div className="frame airy">
      <h1 className="display text-4xl">{heading}</h1>
      <p className="mt-4 text-xl">{text}</p>
      {hint ? <p className="mt-2 max-w-measure text-muted">{hint}</p> : null}
      <div className="mt-8 flex flex-wrap items-center gap-4">{children}</div>
    </div>
  );
}
