import type { RealmDomain } from '@parley/contract/objects/realm-domain.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { put, without } from './lists.ts';

export function applyRealmDomains(state: State, event: EventOf<'realm_domains'>): State {
  return state.realm_domains === undefined
    ? state
    : { ...state, realm_domains: after(state.realm_domains, event) };
}

function after(domains: RealmDomain[], event: EventOf<'realm_domains'>): RealmDomain[] {
  switch (event.op) {
    case 'add':
    case 'change':
      return put(domains, 'domain', event.realm_domain);
    case 'remove':
      return without(domains, 'domain', event.domain);
    default:
      event satisfies never;
      return domains;
  }
}
