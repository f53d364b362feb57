'use client';

import { MessagePage } from '#web/components/site-frame/message-page.tsx';

type Props = { error: Error & { digest?: string }; reset: () => void };

/** What stands in for a page that could not be rendered. The details are in the server's log, by the digest. */
export function UnexpectedError({ error, reset }: Props) {
  return (
    <main id="content">
      <MessagePage
        heading="Unexpected Application Error!"
        text="Something went wrong on our side. Nothing that you did caused it, and trying again often helps."
        hint={error.digest ? `Error ${error.digest}` : null}
      >
        <button type="button" onClick={reset} className="action action-primary">
          Try again
        </button>
        <a href="/" className="action">
          Back to the home page
        </a>
      </MessagePage>
    </main>
  );
}
