'use client';

import { errorTexts } from '#web/components/site-frame/error-texts.ts';
import { MessagePage } from '#web/components/site-frame/message-page.tsx';

export type Props = { error: Error & { digest?: string }; reset: () => void };

/** Replaces a page that failed to render. The digest identifies the error in the server's log. */
export default function UnexpectedError({ error, reset }: Props) {
  return (
    <main id="content">
      <MessagePage
        heading={errorTexts.heading}
        text={errorTexts.text}
        hint={error.digest ? `Error ${error.digest}` : null}
      >
        <button type="button" onClick={reset} className="action action-primary">
          {errorTexts.again}
        </button>
        <a href="/" className="action">
          {errorTexts.home}
        </a>
      </MessagePage>
    </main>
  );
}
