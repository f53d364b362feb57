import type { StoredDocuments } from '../store/documents.ts';
import { type DocumentsRequest, documentsText, type ExportRequest, exportText } from './documents.ts';
import {
  type EventsRequest,
  eventsText,
  type StatesRequest,
  statesText,
  type TransactionsRequest,
  transactionsText,
} from './history.ts';

export type ReadRequest =
  | { documents: DocumentsRequest }
  | { export: ExportRequest }
  | { events: EventsRequest }
  | { transactions: TransactionsRequest }
  | { states: StatesRequest };

/** The answer, a piece at a time. Throws LakeErrors. */
export function textOf(stored: StoredDocuments, request: ReadRequest): Generator<string> {
  if ('documents' in request) return documentsText(stored, request.documents);
  if ('export' in request) return exportText(stored, request.export);
  if ('events' in request) return eventsText(stored.history, request.events);
  if ('transactions' in request) return transactionsText(stored.history, request.transactions);
  return statesText(stored.history, request.states);
}
