import type { ToastParams } from '@sanity/ui/toast';
import { Subject } from 'rxjs';

/** Notices of code outside of React components, which the open form shows as toasts. */
export const toasts = new Subject<ToastParams>();
