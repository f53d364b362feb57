import { useToast } from '@sanity/ui/toast';
import { useState } from 'react';

export function useAttempt() {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const attempt = (failure: string, act: () => Promise<unknown>) => {
    const description = 'Nothing was changed. Look at it again, and try once more.';
    setBusy(true);
    act()
      .catch(() => toast.push({ status: 'error', title: failure, description }))
      .finally(() => setBusy(false));
  };
  return { isBusy, attempt };
}
