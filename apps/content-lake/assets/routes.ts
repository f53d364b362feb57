import { Hono } from 'hono';
import type { LakeEnv } from '../http/environment.ts';
import type { Lake } from '../lake.ts';

/** Uploads and delivery of images and files. */
export function assetRoutes(_lake: Lake): Hono<LakeEnv> {
  return new Hono<LakeEnv>();
}
