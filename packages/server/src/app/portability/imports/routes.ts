import type { ImportSample } from '@parley/contract/objects/realm-import.ts';
import * as endpoints from '@parley/contract/endpoints/realm-imports.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { fileRoute, route, type Route } from '../../../http/route.ts';
import { requireRecentLogin } from '../../../organization/credentials/recent-login.ts';
import { ownersOnly } from '../../../organization/users/gates.ts';
import { findImported } from '../chats/imported.ts';
import { addPart, admitPart, partSize } from './parts.ts';
import { announceImport, endImport, startImport } from './requests.ts';
import { findImport, newestImports, presentImport, type ImportRow } from './rows.ts';

export const importRoutes: readonly Route[] = [
  route(
    endpoints.createRealmImport,
    async (call, announced) => {
      requireRecentLogin(call);
      const { world, realm, user } = call;
      const id = await world.write(realm.id, (tx) => announceImport(tx, world, { realm, user }, announced));
      return { id, part_size: partSize(world) };
    },
    ownersOnly,
  ),
  fileRoute(
    endpoints.uploadRealmImportPart,
    admitPart,
    async ({ world, realm, spooled }, { import_id, offset }) => {
      const [part] = spooled;
      if (part === undefined) throw badRequest('The request contains no file.');
      return { received: await addPart(world, realm.id, import_id, offset, part) };
    },
    ownersOnly,
  ),
  route(
    endpoints.getRealmImports,
    async ({ world, realm }) => ({
      imports: (await newestImports(world.pool, realm.id)).map(presentImport),
    }),
    ownersOnly,
  ),
  route(
    endpoints.getRealmImport,
    async ({ world, realm }, { import_id }) => {
      const row = await findImport(world.pool, realm.id, import_id);
      return {
        import: presentImport(row),
        notes: [...row.notes],
        samples: await samplesOf(world.pool, row),
      };
    },
    ownersOnly,
  ),
  route(
    endpoints.startRealmImport,
    async (call, { import_id }) => {
      requireRecentLogin(call);
      await call.world.write(call.realm.id, (tx) => startImport(tx, import_id));
      return {};
    },
    ownersOnly,
  ),
  route(
    endpoints.deleteRealmImport,
    async (call, { import_id }) => {
      requireRecentLogin(call);
      await endImport(call.world, call.realm.id, import_id);
      return {};
    },
    ownersOnly,
  ),
];

/** Samples whose messages are still in a public channel. */
async function samplesOf(reader: Reader, { realm_id, origin, samples }: ImportRow): Promise<ImportSample[]> {
  const ids = await findImported(
    reader,
    realm_id,
    origin,
    'message',
    samples.map(({ key }) => key),
  );
  const rows = await reader.all(sql<{ id: number }>`
    select m.id from message m join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
    where m.realm_id = ${realm_id} and m.id = any(${[...ids.values()]}::bigint[]) and not c.is_private`);
  const shown = new Set(rows.map(({ id }) => id));
  return samples.flatMap(({ key, sender, content }) => {
    const message_id = ids.get(key);
    return message_id === undefined || !shown.has(message_id) ? [] : [{ message_id, sender, content }];
  });
}
