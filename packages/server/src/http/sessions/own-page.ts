import { ownPage } from '@parley/contract/endpoints/sessions.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { Config } from '../../engine/config.ts';
import { originOf } from '../../engine/hosts.ts';

/** Headers that tell the pages of an organization from foreign ones. */
export type PageHeaders = {
  readonly host: string;
  readonly origin: string | undefined;
  /** The header Sec-Fetch-Site. */
  readonly fetchSite: string | undefined;
  /** The header X-Parley. */
  readonly marker: string | undefined;
};

/**
 * Throws unless a page of this organization sent the request. Organizations are subdomains of one site, which
 * `SameSite` does not part: the origin must be exactly ours. The marker cannot be sent across origins without a
 * preflight, which is refused.
 */
export function checkOwnPage(hosts: Config['hosts'], headers: PageHeaders): void {
  if (headers.marker !== ownPage.value)
    throw foreignPage(`The header ${ownPage.header}: ${ownPage.value} is missing.`);
  const { origin, fetchSite } = headers;
  if (origin === undefined && fetchSite === undefined)
    throw foreignPage('The header Origin or Sec-Fetch-Site is required.');
  if (fetchSite !== undefined && fetchSite !== 'same-origin') throw foreignPage(FOREIGN);
  if (origin !== undefined) checkOrigin(hosts, headers);
}

/** Throws unless the header `Origin` is exactly the origin of the requested host. */
export function checkOrigin(
  hosts: Config['hosts'],
  { host, origin }: Pick<PageHeaders, 'host' | 'origin'>,
): void {
  if (origin !== originOf(hosts, host)) throw foreignPage(FOREIGN);
}

/**
 * Whether a file may be read with the cookie: by a page of the same origin or by the user in the address bar. Browsers
 * send the header wherever they store the cookie, so its absence is no exception.
 */
export function mayReadWithCookie({ fetchSite }: Pick<PageHeaders, 'fetchSite'>): boolean {
  return fetchSite === 'same-origin' || fetchSite === 'none';
}

const FOREIGN = 'The request did not come from a page of this organization.';

function foreignPage(message: string): ApiError {
  return new ApiError('FOREIGN_PAGE', message);
}
