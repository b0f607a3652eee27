import { redirect, type Answer } from '../answer.ts';
import { subdomainOf, urlOf } from '../../engine/hosts.ts';
import type { Incoming } from '../lifecycle.ts';
import type { ApiError } from '../../engine/api-error.ts';
import type { World } from '../world.ts';
import { subdomainOfState, type StateTable } from './state.ts';

/** The page where a provider sends browsers back to, and what it says to a state that it does not know. */
type Way = { readonly path: string; readonly begun: StateTable; readonly unknownState: () => ApiError };

/** Providers send a browser back to the root host always: the organization where its state was made goes on. */
export async function atHome(
  { pool, config: { hosts } }: World,
  { host, fields: { query } }: Incoming,
  { path, begun, unknownState }: Way,
  goOn: (state: string) => Promise<Answer>,
): Promise<Answer> {
  const state = query.get('state') ?? '';
  const home = await subdomainOfState(pool, begun, state);
  if (home === undefined) throw unknownState();
  return home === subdomainOf(hosts, host)
    ? goOn(state)
    : redirect(`${urlOf(hosts, home)}${path}?${new URLSearchParams([...query])}`);
}
