/**
 * Request header with which an administrator's import keeps `_createdAt` and `_updatedAt` as they are written in its
 * mutations, instead of having every step of the import count as a change.
 */
export const KEEP_TIMES_HEADER = 'x-content-lake-keep-times';
