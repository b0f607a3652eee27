import * as endpoints from '@parley/contract/endpoints/personal-exports.ts';
import { route, type Route } from '../../../http/route.ts';
import { humansOnly } from '../../../organization/users/gates.ts';
import { requestExport } from './request-export.ts';
import { exportsOf, presentExport } from './rows.ts';

export const personalExportRoutes: readonly Route[] = [
  route(
    endpoints.getPersonalExports,
    async ({ world, realm, user }) => ({
      exports: (await exportsOf(world.pool, user)).map((row) => presentExport(world, realm, row)),
    }),
    humansOnly,
  ),
  route(
    endpoints.createPersonalExport,
    async ({ world, realm, user }) => ({ id: await world.write(realm.id, (tx) => requestExport(tx, user)) }),
    humansOnly,
  ),
];
