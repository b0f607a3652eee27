import * as endpoints from '@parley/contract/endpoints/linkifiers.ts';
import { route, type Route } from '../../http/route.ts';
import { addLinkifier, removeLinkifier, reorderLinkifiers, updateLinkifier } from './linkifiers.ts';
import { listLinkifiers, presentLinkifier } from './rows.ts';
import { checkPatternCost } from './validate.ts';
import { administratorsOnly } from '../users/gates.ts';

export const linkifierRoutes: readonly Route[] = [
  route(endpoints.getLinkifiers, async ({ world, realm }) => {
    const rows = await listLinkifiers(world.pool, realm.id);
    return { linkifiers: rows.map(presentLinkifier) };
  }),
  route(
    endpoints.addLinkifier,
    async (call, input) => {
      await checkPatternCost(call, input);
      return { id: await call.world.write(call.realm.id, (tx) => addLinkifier(tx, input)) };
    },
    administratorsOnly,
  ),
  route(
    endpoints.updateLinkifier,
    async (call, { filter_id, ...input }) => {
      await checkPatternCost(call, input);
      await call.world.write(call.realm.id, (tx) => updateLinkifier(tx, filter_id, input));
      return {};
    },
    administratorsOnly,
  ),
  route(
    endpoints.removeLinkifier,
    async ({ world, realm }, { filter_id }) => {
      await world.write(realm.id, (tx) => removeLinkifier(tx, filter_id));
      return {};
    },
    administratorsOnly,
  ),
  route(
    endpoints.reorderLinkifiers,
    async ({ world, realm }, { ordered_linkifier_ids }) => {
      await world.write(realm.id, (tx) => reorderLinkifiers(tx, ordered_linkifier_ids));
      return {};
    },
    administratorsOnly,
  ),
];
