/**
 * `tax` is the part of the fee that is tax. `unexplained` money fits no order; `explained` closes such an entry.
 * `received`, `tds`, `written-off`, `credited` and `moved` settle a bill outside the gateway; `cheque` is one in hand.
 */
export type EntryKind =
  | 'authorized'
  | 'captured'
  | 'fee'
  | 'tax'
  | 'refunded'
  | 'refund-failed'
  | 'disputed'
  | 'dispute-lost'
  | 'dispute-won'
  | 'dispute-closed'
  | 'settled'
  | 'unexplained'
  | 'explained'
  | 'received'
  | 'cheque'
  | 'tds'
  | 'written-off'
  | 'credited'
  | 'moved';
