import { redirect, type HttpResponse } from '../response.ts';
import { subdomainOf, urlOf } from '../../engine/hosts.ts';
import type { IncomingRequest } from '../lifecycle.ts';
import type { ApiError } from '../../engine/api-error.ts';
import type { World } from '../world.ts';
import { subdomainOfState, type StateTable } from './state.ts';

/** The callback page of a provider, the table of its states, and the error for an unknown state. */
type Callback = { readonly path: string; readonly begun: StateTable; readonly unknownState: () => ApiError };

/** Providers redirect browsers to the root host; the request continues at the organization that created the state. */
export async function atOrganizationOfState(
  { pool, config: { hosts } }: World,
  { host, fields: { query } }: IncomingRequest,
  { path, begun, unknownState }: Callback,
  resume: (state: string) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const state = query.get('state') ?? '';
  const subdomain = await subdomainOfState(pool, begun, state);
  if (subdomain === undefined) throw unknownState();
  return subdomain === subdomainOf(hosts, host)
    ? resume(state)
    : redirect(`${urlOf(hosts, subdomain)}${path}?${new URLSearchParams([...query])}`);
}
