import { deleteRealmDomain as contract } from '@parley/contract/endpoints/realm-domains.ts';
import { route } from '../../http/route.ts';
import { ownersOnly } from '../../people/gates.ts';
import { removeDomain } from '../domains.ts';

export const deleteRealmDomainRoute = route(
  contract,
  async ({ world, realm }, { domain }) => {
    await world.write(realm.id, (tx) => removeDomain(tx, domain));
    return {};
  },
  ownersOnly,
);
