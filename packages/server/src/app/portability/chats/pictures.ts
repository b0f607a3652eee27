import { sql } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { readAvatar } from '../../../organization/avatars/upload-avatar.ts';
import { uploadedKeys } from '../../../organization/users/avatar.ts';
import { endAllQueues } from './end-queues.ts';
import type { ChatArchive } from './form.ts';
import type { ImportedAccount } from './people.ts';
import type { ImportReport } from './report.ts';

const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
/** People whose pictures one transaction shows. */
const GROUP = 500;

type Importing = {
  readonly world: World;
  readonly actor: Actor;
  readonly archive: Pick<ChatArchive, 'people' | 'openFile'>;
  readonly accounts: ReadonlyMap<string, ImportedAccount>;
  readonly report: ImportReport;
};

/** Pictures of people whose accounts came with an import and have none yet. */
export async function importPictures(importing: Importing): Promise<void> {
  const { world, actor, archive, accounts, report } = importing;
  const wanted = new Map(
    archive.people.flatMap(({ key, picture }) => {
      const id = accounts.get(key)?.id;
      return id === undefined || picture === undefined ? [] : [[id, picture] as const];
    }),
  );
  const rows = await world.pool.all(sql<{ id: number; avatar_version: number }>`
    select id, avatar_version from realm_user
    where realm_id = ${actor.realm.id} and id = any(${[...wanted.keys()]}::bigint[])
      and is_imported_stub and avatar_source <> 'U'`);
  const stored: number[] = [];
  for (const { id, avatar_version } of rows) {
    const isStored = await store(importing, id, avatar_version + 1, wanted.get(id) ?? '');
    if (isStored) stored.push(id);
    else report.skip('pictures of people that cannot be read');
  }
  for (let from = 0; from < stored.length; from += GROUP)
    await show(world, actor.realm.id, stored.slice(from, from + GROUP));
  report.take('pictures of people', stored.length);
}

async function store(
  { world, actor, archive }: Importing,
  id: number,
  avatar_version: number,
  picture: string,
): Promise<boolean> {
  const chunks: Buffer[] = [];
  try {
    let bytes = 0;
    for await (const chunk of ((await archive.openFile(picture)) ?? []) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_PICTURE_BYTES) return false;
      chunks.push(chunk);
    }
    const copies = await readAvatar(world, actor, Buffer.concat(chunks));
    const keys = uploadedKeys(world.sealer, { realm_id: actor.realm.id, id, avatar_version });
    for (const [n, key] of keys.entries()) await world.files.put(key, copies[n] ?? copies[0]);
    return true;
  } catch {
    return false;
  }
}

async function show(world: World, realmId: number, ids: readonly number[]): Promise<void> {
  await world.write(realmId, async (tx) => {
    await tx.all(sql`
      update realm_user set avatar_source = 'U', avatar_version = avatar_version + 1
      where realm_id = ${realmId} and id = any(${[...ids]}::bigint[]) and avatar_source <> 'U'`);
    await endAllQueues(tx);
  });
}
