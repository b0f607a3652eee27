import { addRealmDomain as contract } from '@parley/contract/endpoints/realm-domains.ts';
import { route } from '../../http/route.ts';
import { ownersOnly } from '../../people/gates.ts';
import { addDomain } from '../domains.ts';

export const addRealmDomainRoute = route(
  contract,
  async ({ world, realm }, { domain, allow_subdomains }) => {
    const id = await world.write(realm.id, (tx) => addDomain(tx, domain, allow_subdomains));
    const new_domain: [id: number, domain: string] = [id, domain];
    return { new_domain };
  },
  ownersOnly,
);
