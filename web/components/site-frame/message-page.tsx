import type { ReactNode } from 'react';

type Props = {
  heading: string;
  text: string;
  hint?: string | null;
  /** Links and buttons that lead on. */
  children: ReactNode;
};

/** A page that only has a message: not found, an error, no content yet. The line of its drawing breaks off. */
export function MessagePage({ heading, text, hint, children }: Props) {
  return (
    <div className="frame cols airy grid items-center gap-8">
      <div className="lg:col-span-6">
        <h1 className="display text-4xl">{heading}</h1>
        <p className="mt-4 text-xl">{text}</p>
        {hint ? <p className="mt-2 max-w-measure text-muted">{hint}</p> : null}
        <div className="mt-8 flex flex-wrap items-center gap-4">{children}</div>
      </div>
      <svg className="drawing w-full lg:col-span-5 lg:col-start-8" viewBox="0 0 400 240" aria-hidden="true">
        <path d="M8 8v224h384" className="text-line" />
        <path d="M24 196l64-36 52 16 60-68" className="text-teal" strokeWidth="3" />
        <path d="M200 108l40 12 52 44 68 40" className="text-line" strokeDasharray="2 10" strokeWidth="3" />
        <circle cx="200" cy="108" r="8" className="fill-paper text-teal" strokeWidth="3" />
        <circle cx="366" cy="208" r="9" className="fill-saffron text-ink" strokeWidth="1" />
      </svg>
    </div>
  );
}
