export const apiVersion = '2026-02-01';
