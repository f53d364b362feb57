import { resendRoute } from '#web/payments/mail/routes.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = resendRoute;
