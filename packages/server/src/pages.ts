import { completeCalls } from './calls/pages/complete.ts';
import { registerCalls } from './calls/pages/register.ts';
import type { Page } from './http/page.ts';
import { health } from './http/health.ts';
import { organizationIcon } from './realm/pages/icon.ts';

/** Everything outside the API. */
export const pages: readonly Page[] = [health, registerCalls, completeCalls, organizationIcon];
