export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logAs } = await import('#telemetry/log.ts');
  if (process.env.NODE_ENV === 'production') logAs('site');
  const { siteSettings } = await import('./env.ts');
  siteSettings();
  const { revalidateNextCache } = await import('./freshness/revalidate-next-cache.ts');
  revalidateNextCache();
  const { startJobs } = await import('./jobs/jobs.ts');
  startJobs();
}
