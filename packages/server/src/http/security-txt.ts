import type { Page } from './page.ts';
import { pathNotFound } from './response.ts';

/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Says to whom a vulnerability of this server is reported, if the operator has named a contact. */
export const securityTxt: Page = {
  path: '/.well-known/security.txt',
  handle: async ({ config, clock }) => {
    if (config.securityContact === undefined) return pathNotFound();
    const expires = new Date((Math.floor(clock.now() / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `Contact: ${config.securityContact}\nExpires: ${expires}\n`,
    };
  },
};
