import type { InferResponseType } from 'hono/client';
import type { StaffApi } from '#studio/ui/staff-api.ts';

type Calls = StaffApi['payments'];

export type OrderList = InferResponseType<Calls['index']['$get']>;
export type ListedOrder = OrderList['orders'][number];
export type PaymentDetails = InferResponseType<Calls[':orderId']['$get']>;
export type Figures = InferResponseType<Calls['today']['$get']>;
export type ActionItem = Figures['actionItems'][number];
export type ListedBill = InferResponseType<Calls['bills']['$get']>['bills'][number];
export type BillDetails = InferResponseType<Calls['bills'][':billId']['$get']>;
export type TaxInvoice = BillDetails['invoice'];
export type InvoiceReport = InferResponseType<Calls['bills']['invoices']['$post']>['files'][number];
export type ManualEntry = BillDetails['vouchers'][number];
type Retainers = InferResponseType<Calls['retainers']['$get']>;
export type UpcomingBill = Retainers['upcoming'][number];
export type Retainer = Retainers['retainers'][number];
export type RetainerDetails = InferResponseType<Calls['retainers'][':retainerId']['$get']>;
export type CsvResult = InferResponseType<Calls['bills']['csv']['$post']>;
export type Message = InferResponseType<Calls['messages']['$get']>['messages'][number];
export type OwedCustomer = InferResponseType<Calls['owing']['$get']>['all'];
export type OwedBill = InferResponseType<Calls['owing']['bills']['$get']>['bills'][number];
type Settlements = InferResponseType<Calls['settlements']['$get']>;
export type Settlement = Settlements['settlements'][number];
export type SettlementLine = InferResponseType<
  Calls['settlements'][':settlementId']['$get']
>['lines'][number];
export type AuditEntry = InferResponseType<Calls['audit']['$get']>['acts'][number];
