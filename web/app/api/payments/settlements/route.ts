import { settlementsRoute } from '#web/payments/desk/routes.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = settlementsRoute;
