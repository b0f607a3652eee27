import type { Page } from '../../http/page.ts';
import { redirect } from '../../http/response.ts';

/** The address of the log-in in older links; the start page shows the log-in where there is no session. */
export const loginPages: readonly Page[] = ['/login', '/login/'].map((path) => ({
  path,
  handle: () => Promise.resolve(redirect('/')),
}));
