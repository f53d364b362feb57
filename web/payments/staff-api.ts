import { Hono } from 'hono';
import { openToStaff } from '#web/staff/open-to-staff.ts';
import type { StaffEnv } from '#web/staff/staff-route.ts';
import { backOfficeRoutes } from './back-office/routes.ts';
import { billRoutes } from './bills/routes.ts';
import { manualEntryRoutes } from './manual-entries/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { staffFailureResponse } from './payment-route.ts';
import type { Payments } from './payments.ts';
import { getPayments } from './payments.ts';
import { retainerRoutes } from './retainers/routes.ts';

/**
 * The Studio's API for payments; the Studio's client takes its types from here. Amounts are in whole paise, times are
 * ISO 8601 in UTC, and days are days in India. Rows are those of `web/database/tables.ts`.
 */
export const paymentRoutes = new Hono<StaffEnv<Payments>>()
  .route('/bills', billRoutes)
  .route('/retainers', retainerRoutes)
  .route('/', manualEntryRoutes)
  .route('/', messageRoutes)
  .route('/', backOfficeRoutes);
export type PaymentsApi = typeof paymentRoutes;

export const staffApi = openToStaff(
  '/api/payments',
  { what: 'payments', capability: 'handlePayments' },
  { open: getPayments, routes: paymentRoutes, failed: staffFailureResponse },
);
