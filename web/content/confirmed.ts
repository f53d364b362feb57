import { claimState } from '#schemas/claims.ts';
import { listIn, propertyOf } from '#schemas/property.ts';

/** The return type of `confirmedOnly`. Objects that are claims or that list claims may be null. */
export type Confirmed<Result> = Result extends readonly (infer Member)[]
  ? NonNullable<Confirmed<Member>>[]
  : Result extends object
    ? { [Name in keyof Result]: Confirmed<Result[Name]> } | NothingLeft<keyof Result>
    : Result;

/** `null` if the object has one of the fields that `isUnconfirmed` and `isEmptied` check, otherwise `never`. */
type NothingLeft<Names> =
  Extract<Names, 'evidence' | 'prices' | (typeof claimLists)[number]> extends never ? never : null;

/** Prepares a query result for public addresses: removes unconfirmed claims and sections that become empty. */
export function confirmedOnly<Result>(result: Result): Confirmed<Result> {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) => {
    if (Array.isArray(value)) return value.filter((member) => member !== null);
    return isUnconfirmed(value) || isEmptied(value) ? null : value;
  });
}

/** Returns whether a value is an unconfirmed claim. A text block whose `evidence` is null is not a claim. */
function isUnconfirmed(value: unknown): boolean {
  const evidence = propertyOf(value, 'evidence');
  const claimsNothing = evidence === null && propertyOf(value, '_type') === 'textBlock';
  return evidence !== undefined && !claimsNothing && claimState(evidence) !== 'confirmed';
}

/** Lists of claims. A section or page without a confirmed one has nothing to show. */
const claimLists = ['testimonials', 'stories', 'people', 'studies', 'claims'] as const;

const isEmptied = (value: unknown) =>
  claimLists.some((name) => Array.isArray(propertyOf(value, name)) && listIn(value, name).length === 0) ||
  (listIn(value, 'prices').length > 0 &&
    listIn(value, 'prices').every((item) => propertyOf(item, 'price') === null));
