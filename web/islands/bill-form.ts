import { BillForm } from '#web/sections/payment-form/bill-form.tsx';
import { hydrate } from './hydrate.ts';

hydrate('bill-form', BillForm);
