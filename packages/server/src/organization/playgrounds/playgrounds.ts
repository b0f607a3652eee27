import { limits } from '@parley/contract/limits.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import { listPlaygrounds, type PlaygroundRow, presentPlayground } from './rows.ts';
import { checkPlayground, type PlaygroundParts, playgroundTaken } from './validate.ts';
import { changeSettings } from '../realm/change-settings.ts';
import { realmSettingsOf } from '../realm/settings.ts';

export async function addPlayground(tx: Tx, input: PlaygroundParts): Promise<number> {
  const parts = {
    name: input.name.trim(),
    pygments_language: input.pygments_language.trim(),
    url_template: input.url_template.trim(),
  };
  checkPlayground(parts);
  await lockRealm(tx);
  const others = await listPlaygrounds(tx, tx.realmId);
  const isSame = ({ name, pygments_language }: PlaygroundRow): boolean =>
    name === parts.name && pygments_language === parts.pygments_language;
  if (others.some(isSame)) throw playgroundTaken();
  if (others.length >= limits.playgroundsPerRealm)
    throw badRequest(`An organization has at most ${limits.playgroundsPerRealm} playgrounds.`);
  const row = await tx.first(
    q
      .insertInto('playground')
      .values({ realm_id: tx.realmId, ...parts })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The playground was not added.');
  tx.record({ action: 'playground.added', object: { type: 'playground', id: row.id }, after: parts });
  emitAll(tx, [...others, row]);
  return row.id;
}

/** Also resets the default code block language if it is the playground's language. */
export async function removePlayground(tx: Tx, id: number): Promise<void> {
  const realm = await lockRealm(tx);
  const deleted = await tx.first(
    q.deleteFrom('playground').where('realm_id', '=', tx.realmId).where('id', '=', id).returningAll(),
  );
  if (deleted === undefined) throw badRequest('There is no such playground.');
  const { id: _, ...before } = presentPlayground(deleted);
  tx.record({ action: 'playground.removed', object: { type: 'playground', id }, before });
  if (realmSettingsOf(realm).default_code_block_language === deleted.pygments_language)
    await changeSettings(tx, realm, { default_code_block_language: '' });
  emitAll(tx, await listPlaygrounds(tx, tx.realmId));
}

function emitAll(tx: Tx, rows: readonly PlaygroundRow[]): void {
  tx.emit(everyone, { type: 'realm_playgrounds', realm_playgrounds: rows.map(presentPlayground) });
}
