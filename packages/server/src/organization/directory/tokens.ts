import type { DirectoryToken } from '@parley/contract/endpoints/directory.ts';
import { limits } from '@parley/contract/limits.ts';
import type { Selectable } from 'kysely';
import { badRequest, notFound } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import type { Schema } from '../../engine/db/schema.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf, newDirectoryToken } from '../../engine/secrets/seal.ts';
import type { UserRow } from '../../http/actor.ts';

type TokenRow = Selectable<Schema['directory_token']>;

/** Characters of a token that stay visible. */
const SHOWN_LENGTH = 4;

/** The tokens of an organization, ended ones excepted, last made first. */
export function tokensOf(reader: Reader, realmId: number): Promise<TokenRow[]> {
  return reader.all(
    q.selectFrom('directory_token').selectAll().where('realm_id', '=', realmId).orderBy('id', 'desc'),
  );
}

export async function createToken(
  tx: Tx,
  { id }: Pick<UserRow, 'id'>,
  wanted: { readonly name: string; readonly days: number },
): Promise<{ readonly row: TokenRow; readonly token: string }> {
  const name = wanted.name.trim();
  if (name === '') throw badRequest('A token needs a name.');
  await lockRealm(tx);
  if ((await tokensOf(tx, tx.realmId)).length >= limits.directoryTokens)
    throw badRequest(
      `An organization has at most ${limits.directoryTokens} tokens of directories. End one first.`,
    );
  const token = newDirectoryToken();
  const row = await tx.first(
    q
      .insertInto('directory_token')
      .values({
        realm_id: tx.realmId,
        name,
        token_hash: hashOf(token),
        token_end: token.slice(-SHOWN_LENGTH),
        created_by: id,
        expires_at: sql<Date>`now() + make_interval(days => ${wanted.days})`,
      })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The token was not inserted.');
  tx.record({
    action: 'directory-token.created',
    object: { type: 'directory-token', id: row.id },
    after: { name, days: wanted.days },
  });
  return { row, token };
}

export async function endToken(tx: Tx, id: number): Promise<void> {
  const row = await tx.first(
    q.deleteFrom('directory_token').where('realm_id', '=', tx.realmId).where('id', '=', id).returning('name'),
  );
  if (row === undefined) throw notFound(`There is no token ${id}.`);
  tx.record({
    action: 'directory-token.ended',
    object: { type: 'directory-token', id },
    before: { name: row.name },
  });
}

/** Times of use are written once in this time. */
const USE_INTERVAL_MINUTES = 5;

/** The token of an organization that has not expired. Notes its use. */
export async function findToken(
  reader: Reader,
  realmId: number,
  token: string,
): Promise<Pick<TokenRow, 'id'> | undefined> {
  const row = await reader.first(
    sql<{ id: number; is_noted: boolean }>`
      select id, coalesce(last_used > now() - make_interval(mins => ${USE_INTERVAL_MINUTES}), false) as is_noted
      from directory_token
      where realm_id = ${realmId} and token_hash = ${hashOf(token)} and expires_at > now()`,
  );
  if (row !== undefined && !row.is_noted)
    await reader.all(
      sql`update directory_token set last_used = now() where realm_id = ${realmId} and id = ${row.id}`,
    );
  return row;
}

export function presentToken(row: TokenRow): DirectoryToken {
  const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
  return {
    id: row.id,
    name: row.name,
    token_end: row.token_end,
    created: seconds(row.created_at),
    created_by: row.created_by,
    expires: seconds(row.expires_at),
    last_used: row.last_used === null ? null : seconds(row.last_used),
  };
}
