import type { Page } from './http/page.ts';
import { health } from './http/health.ts';

/** Everything outside the API. */
export const pages: readonly Page[] = [health];
