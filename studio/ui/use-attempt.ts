import { useToast } from '@sanity/ui/toast';
import { useState } from 'react';

/** Runs an action with a busy state. If it fails, shows a toast with the title `failure`. */
export function useAttempt() {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const attempt = (failure: string, action: () => Promise<unknown>) => {
    const description = 'Nothing was changed. Please try again.';
    setBusy(true);
    action()
      .catch(() => toast.push({ status: 'error', title: failure, description }))
      .finally(() => setBusy(false));
  };
  return { isBusy, attempt };
}
