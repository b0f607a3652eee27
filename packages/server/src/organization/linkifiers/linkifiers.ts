import { recordChange } from '../../engine/audit/record-change.ts';
import { limits } from '@parley/contract/limits.ts';
import { raiseVocabularyVersion } from '../../chat/messages/rendering/vocabulary.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import { type LinkifierRow, listLinkifiers, presentLinkifier } from './rows.ts';
import { checkLinkifier, type LinkifierParts, patternTaken } from './validate.ts';

/** The parameters of a request. Missing ones stay unchanged, or are empty in a new linkifier; empty strings mean none. */
export type LinkifierInput = {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input?: string | undefined;
  readonly reverse_template?: string | undefined;
  readonly alternative_url_templates?: string[] | undefined;
};

/** Adds a linkifier after all others. */
export async function addLinkifier(tx: Tx, input: LinkifierInput): Promise<number> {
  await lockRealm(tx);
  const parts = partsOf(input, []);
  checkLinkifier(parts);
  const others = await listLinkifiers(tx, tx.realmId);
  if (others.some(({ pattern }) => pattern === parts.pattern)) throw patternTaken();
  if (others.length >= limits.linkifiersPerRealm)
    throw badRequest(`An organization has at most ${limits.linkifiersPerRealm} linkifiers.`);
  const row = await tx.first(
    q
      .insertInto('linkifier')
      .values({
        ...parts,
        alternative_url_templates: [...parts.alternative_url_templates],
        realm_id: tx.realmId,
        display_order: (others.at(-1)?.display_order ?? -1) + 1,
      })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The linkifier was not added.');
  tx.record({ action: 'linkifier.added', object: { type: 'linkifier', id: row.id }, after: parts });
  await emitAll(tx, [...others, row]);
  return row.id;
}

export async function updateLinkifier(tx: Tx, id: number, input: LinkifierInput): Promise<void> {
  await lockRealm(tx);
  const stored = (await listLinkifiers(tx, tx.realmId)).find((row) => row.id === id);
  if (stored === undefined) throw noSuchLinkifier();
  const parts = partsOf(input, stored.alternative_url_templates);
  checkLinkifier(parts);
  try {
    await tx.all(
      q
        .updateTable('linkifier')
        .set({
          pattern: parts.pattern,
          url_template: parts.url_template,
          alternative_url_templates: [...parts.alternative_url_templates],
          ...(input.example_input === undefined ? {} : { example_input: parts.example_input }),
          ...(input.reverse_template === undefined ? {} : { reverse_template: parts.reverse_template }),
        })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', id),
    );
  } catch (error) {
    if (isUniqueViolation(error, 'linkifier_realm_id_pattern_key')) throw patternTaken();
    throw error;
  }
  const rows = await listLinkifiers(tx, tx.realmId);
  const changed = rows.find((row) => row.id === id) ?? stored;
  recordChange(
    tx,
    'linkifier.changed',
    { type: 'linkifier', id },
    presentLinkifier(stored),
    presentLinkifier(changed),
  );
  await emitAll(tx, rows);
}

export async function removeLinkifier(tx: Tx, id: number): Promise<void> {
  await lockRealm(tx);
  const deleted = await tx.first(
    q.deleteFrom('linkifier').where('realm_id', '=', tx.realmId).where('id', '=', id).returningAll(),
  );
  if (deleted === undefined) throw noSuchLinkifier();
  const { id: _, ...before } = presentLinkifier(deleted);
  tx.record({ action: 'linkifier.removed', object: { type: 'linkifier', id }, before });
  await emitAll(tx, await listLinkifiers(tx, tx.realmId));
}

export async function reorderLinkifiers(tx: Tx, ids: readonly number[]): Promise<void> {
  await lockRealm(tx);
  const rows = new Map((await listLinkifiers(tx, tx.realmId)).map((row) => [row.id, row]));
  if (new Set(ids).size < ids.length) throw badRequest('A linkifier is listed twice.');
  const inOrder = ids.flatMap((id) => rows.get(id) ?? []);
  if (inOrder.length < ids.length || ids.length < rows.size)
    throw badRequest('The list must name every linkifier of the organization and no other.');
  await tx.all(
    sql`update linkifier set display_order = listed.n
        from unnest(${[...ids]}::bigint[]) with ordinality as listed (id, n)
        where linkifier.realm_id = ${tx.realmId} and linkifier.id = listed.id`,
  );
  tx.record({
    action: 'linkifier.order-changed',
    before: { order: [...rows.keys()] },
    after: { order: ids },
  });
  await emitAll(tx, inOrder);
}

function partsOf(input: LinkifierInput, alternatives: readonly string[]): LinkifierParts {
  return {
    pattern: input.pattern.trim(),
    url_template: input.url_template.trim(),
    example_input: textOrNull(input.example_input),
    reverse_template: textOrNull(input.reverse_template),
    alternative_url_templates: input.alternative_url_templates ?? alternatives,
  };
}

function textOrNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

async function emitAll(tx: Tx, rows: readonly LinkifierRow[]): Promise<void> {
  await raiseVocabularyVersion(tx, 'linkifiers');
  tx.emit(everyone, { type: 'realm_linkifiers', realm_linkifiers: rows.map(presentLinkifier) });
}

function noSuchLinkifier(): ApiError {
  return badRequest('There is no such linkifier.');
}
