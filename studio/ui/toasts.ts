import type { ToastParams } from '@sanity/ui/toast';
import { Subject } from 'rxjs';

/** Toasts from code outside React components. The open form shows them. */
export const toasts = new Subject<ToastParams>();
