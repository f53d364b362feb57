import { claimState } from '#schemas/claims.ts';
import { propertyOf } from '#schemas/property.ts';

/** A filtered query result: an object that is a claim or lists claims may be null, and lists may be shorter. */
export type Confirmed<Result> = Result extends readonly (infer Member)[]
  ? NonNullable<Confirmed<Member>>[]
  : Result extends object
    ? { [Name in keyof Result]: Confirmed<Result[Name]> } | NothingLeft<keyof Result>
    : Result;

/** Null for the names by which `isUnconfirmed` and `isEmptied` tell what is left out. */
type NothingLeft<Names> =
  Extract<Names, 'evidence' | 'testimonials' | 'stories' | 'people'> extends never ? never : null;

/** A query result for a public address: without unconfirmed claims and the sections that they leave empty. */
export function confirmedOnly<Result>(answer: Result): Confirmed<Result> {
  return JSON.parse(JSON.stringify(answer), (_key, value: unknown) => {
    if (Array.isArray(value)) return value.filter((member) => member !== null);
    return isUnconfirmed(value) || isEmptied(value) ? null : value;
  });
}

/** A text without evidence claims nothing. */
function isUnconfirmed(value: unknown): boolean {
  const evidence = propertyOf(value, 'evidence');
  const claimsNothing = evidence === null && propertyOf(value, '_type') === 'textBlock';
  return evidence !== undefined && !claimsNothing && claimState(evidence) !== 'confirmed';
}

const isEmptied = (value: unknown) =>
  [propertyOf(value, 'testimonials'), propertyOf(value, 'stories'), propertyOf(value, 'people')].some(
    (list) => Array.isArray(list) && list.length === 0,
  );
