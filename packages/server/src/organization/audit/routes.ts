import * as endpoints from '@parley/contract/endpoints/audit.ts';
import { route, type Route } from '../../http/route.ts';
import { administratorsOnly } from '../users/gates.ts';
import { chainEnds, lastChanges, listEntries, presentEntry } from './rows.ts';

export const auditRoutes: readonly Route[] = [
  route(
    endpoints.getAuditEntries,
    async ({ world, realm }, { actor_id, object_type, object_id, ...filter }) => {
      const rows = await listEntries(world.pool, realm.id, {
        ...filter,
        actorId: actor_id,
        objectType: object_type,
        objectId: object_id,
      });
      const { number, start } = await chainEnds(world.pool, realm.id);
      return {
        entries: rows.map(presentEntry),
        newest: number,
        removed: start,
        found_oldest: rows.length < filter.limit,
      };
    },
    administratorsOnly,
  ),
  route(
    endpoints.getLastChanges,
    async ({ world, realm }) => ({
      changes: (await lastChanges(world.pool, realm.id)).map(({ number, ...change }) => ({
        entry_number: number,
        ...change,
      })),
    }),
    administratorsOnly,
  ),
];
