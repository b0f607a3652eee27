import * as endpoints from '@parley/contract/endpoints/realm-exports.ts';
import { route, type Route } from '../../../http/route.ts';
import { administratorsOnly } from '../../../organization/users/gates.ts';
import { removeArchive } from './expire-exports.ts';
import { deleteExport, requestExport } from './exports.ts';
import { listConsents, listExports } from './rows.ts';

export const exportRoutes: readonly Route[] = [
  route(
    endpoints.exportRealm,
    async ({ world, realm, user }, { export_type }) => ({
      id: await world.write(realm.id, (tx) => requestExport(world, tx, user.id, export_type)),
    }),
    administratorsOnly,
  ),
  route(
    endpoints.getRealmExports,
    async ({ world, realm }) => ({ exports: await listExports(world, world.pool, realm) }),
    administratorsOnly,
  ),
  route(
    endpoints.deleteRealmExport,
    async ({ world, realm }, { export_id }) => {
      await world.write(realm.id, (tx) => deleteExport(world, tx, export_id));
      await removeArchive(world, { realm_id: realm.id, id: export_id });
      return {};
    },
    administratorsOnly,
  ),
  route(
    endpoints.getRealmExportConsents,
    async ({ world, realm }) => ({ export_consents: await listConsents(world.pool, realm.id) }),
    administratorsOnly,
  ),
];
