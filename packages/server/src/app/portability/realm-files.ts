import type { RawBuilder } from 'kysely';
import { keysOf as attachmentKeys } from '../../chat/uploads/thumbnails.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';
import { keysOf as emojiKeys } from '../../organization/emoji/rows.ts';
import { imageKey } from '../../organization/realm/icon.ts';
import { uploadedKeys } from '../../organization/users/avatar.ts';

/** A file of an organization: its key in the store of this server, and its name in an archive, which all servers share. */
export type RealmFile = { readonly key: string; readonly name: string };

const PAGE_FILES = 1_000;

/**
 * All files that rows of an organization refer to; some of the thumbnails may not have been made. `wanted` limits the
 * uploads.
 */
export async function* realmFiles(
  reader: Reader,
  sealer: Sealer,
  realmId: number,
  wanted: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<RealmFile> {
  const [realm] = await reader.all(q.selectFrom('realm').select('images').where('id', '=', realmId));
  for (const { file } of Object.values(realm?.images ?? {}))
    if (file !== null) yield { key: imageKey(realmId, file), name: `images/${file}.png` };
  const emoji = await reader.all(q.selectFrom('custom_emoji').selectAll().where('realm_id', '=', realmId));
  for (const key of emoji.flatMap(emojiKeys)) yield { key, name: key.replace(`/${realmId}/`, '/') };
  yield* avatars(reader, sealer, realmId);
  yield* uploads(reader, realmId, wanted);
}

async function* avatars(reader: Reader, sealer: Sealer, realmId: number): AsyncGenerator<RealmFile> {
  const users = await reader.all(
    q
      .selectFrom('realm_user')
      .select(['realm_id', 'id', 'avatar_version'])
      .where('realm_id', '=', realmId)
      .where('avatar_source', '=', 'U')
      .orderBy('id'),
  );
  for (const user of users) {
    const [small, medium] = uploadedKeys(sealer, user);
    yield { key: small, name: `avatars/${user.id}.png` };
    yield { key: medium, name: `avatars/${user.id}-medium.png` };
  }
}

async function* uploads(
  reader: Reader,
  realmId: number,
  wanted: RawBuilder<unknown>,
): AsyncGenerator<RealmFile> {
  for (let after = 0; ;) {
    const files = await reader.all(
      q
        .selectFrom('attachment')
        .select(['id', 'key'])
        .where('realm_id', '=', realmId)
        .where('id', '>', after)
        .where(sql<boolean>`${wanted}`)
        .orderBy('id')
        .limit(PAGE_FILES),
    );
    for (const file of files)
      for (const key of attachmentKeys(file))
        yield { key, name: `uploads/${file.id}${key.slice(file.key.length)}` };
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Keys of archives of earlier exports, which are in no other archive. */
export async function exportKeys(reader: Reader, realmId: number): Promise<string[]> {
  const rows = await reader.all(sql<{ key: string }>`
    select key from realm_export where realm_id = ${realmId} and key is not null`);
  return rows.map(({ key }) => key);
}

/** Keys of parts of archives of other chats, which are in no archive. */
export async function importKeys(reader: Reader, realmId: number): Promise<string[]> {
  const rows = await reader.all(sql<{ parts: string[] }>`
    select parts from chat_import where realm_id = ${realmId} and parts <> '{}'`);
  return rows.flatMap(({ parts }) => parts);
}

/** Keys of parts of unfinished uploads, which are in no archive. */
export async function pieceKeys(reader: Reader, realmId: number): Promise<string[]> {
  const partial = await reader.all(sql<{ pieces: string[] }>`
    select pieces from partial_upload where realm_id = ${realmId}`);
  return partial.flatMap(({ pieces }) => pieces);
}
