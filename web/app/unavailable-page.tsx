import { MessagePage } from '#web/components/site-frame/message-page.tsx';
import { DeliveryMain } from './delivery-main.tsx';

/**
 * Shown while the content API is away and nothing is kept of a page: its words are the code's own. It is answered with
 * status 503 (the attribute is read where the page is delivered) and kept nowhere.
 */
export function UnavailablePage({ path }: { path: string }) {
  return (
    <DeliveryMain delivery={{ 'data-delivery': 'document', 'data-status': '503' }}>
      <MessagePage
        heading="Back in a moment"
        text="This page cannot be shown just now."
        hint="Nothing that you did caused it. Please try again in a minute."
      >
        <a href={path} className="action action-primary">
          Try again
        </a>
        <a href="/" className="action">
          Back to the home page
        </a>
      </MessagePage>
    </DeliveryMain>
  );
}
