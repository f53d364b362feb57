import { parse } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { z } from 'zod';

/** Reads the rows of a CSV file, by the titles of their columns. */
export const readRows = (csv: string) =>
  z.array(z.record(z.string(), z.string())).parse(parse(csv, { columns: true, bom: true }));
export const paise = (text = '') => Math.round(Number(text || 0) * 100);
export const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

type Posting = { ledger: string; amount: number; isDebit: boolean; bill: string };
export type Read = Record<'id' | 'type' | 'action' | 'date' | 'guid' | 'narration' | 'party', string> & {
  postings: Posting[];
};

/** Reads vouchers with another strict parser; amounts are paise as written. */
export function readTally(xml: string): Read[] {
  const vouchers: Read[] = [];
  let text = '';
  const stack: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    stack.push(name);
    const { REMOTEID: id = '', VCHTYPE: type = '', ACTION: action = '' } = attributes;
    if (name === 'VOUCHER')
      vouchers.push({ ...{ id, type, action, date: '', guid: '', narration: '', party: '' }, postings: [] });
    if (name === 'ALLLEDGERENTRIES.LIST')
      vouchers.at(-1)?.postings.push({ ledger: '', amount: 0, isDebit: false, bill: '' });
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    stack.pop();
    const voucher = vouchers.at(-1);
    const last = voucher?.postings.at(-1);
    const isOfBill = stack.at(-1) === 'BILLALLOCATIONS.LIST';
    if (voucher && name === 'DATE') voucher.date = text;
    if (voucher && name === 'GUID') voucher.guid = text;
    if (voucher && name === 'NARRATION') voucher.narration = text;
    if (voucher && name === 'PARTYLEDGERNAME') voucher.party = text;
    if (last && name === 'LEDGERNAME') last.ledger = text;
    if (last && name === 'ISDEEMEDPOSITIVE') last.isDebit = text === 'Yes';
    if (last && name === 'AMOUNT' && !isOfBill) last.amount = Number(text.replace('.', ''));
    if (last && name === 'NAME') last.bill = text;
  });
  parser.write(xml).close();
  return vouchers;
}
