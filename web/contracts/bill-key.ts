// Spaces, joiners, fillers and the Braille blank are invisible on a receipt.
export const unseen = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Equal for all spellings of a bill number, whatever its case, spaces and kind of dash. */
export function billKey(number: string): string {
  const plain = number.normalize('NFKC').toUpperCase().replace(/\s+/g, '').replace(unseen, '');
  return plain.replace(/[\p{Pd}\u2212]/gu, '-');
}
