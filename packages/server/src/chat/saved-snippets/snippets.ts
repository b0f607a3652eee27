import { limits } from '@parley/contract/limits.ts';
import { presentSnippet, type SnippetRow } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest, notFound, type ApiError } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';
import { checkOwnText, countOwn, deleteOwn } from '../../organization/users/own-rows.ts';

type Texts = Pick<SnippetRow, 'title' | 'content'>;
type Changes = { readonly [K in keyof Texts]?: Texts[K] | undefined };

export async function createSnippet(tx: Tx, actor: Actor, texts: Texts, now: number): Promise<number> {
  await lockSelf(tx, actor);
  if ((await countOwn(tx, actor, 'saved_snippet')) >= limits.savedSnippets)
    throw badRequest(`You can have at most ${limits.savedSnippets} snippets.`);
  const owner = { realm_id: tx.realmId, user_id: actor.user.id };
  const title = notBlank('title', texts.title);
  const content = notBlank('content', texts.content);
  const row = await tx.first(
    q
      .insertInto('saved_snippet')
      .values({ ...owner, title, content, created_at: new Date(now) })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The snippet row was not inserted.');
  await checkOwnText(tx, actor, 'saved_snippet', 'snippets');
  tx.emit(only(actor.user.id), { type: 'saved_snippets', op: 'add', saved_snippet: presentSnippet(row) });
  return row.id;
}

/** A request without changes succeeds even if the snippet does not exist. */
export async function editSnippet(tx: Tx, { user }: Actor, id: number, texts: Changes): Promise<void> {
  const changes = checkChanges(texts);
  if (Object.keys(changes).length === 0) return;
  const row = await tx.first(
    q
      .updateTable('saved_snippet')
      .set(changes)
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returningAll(),
  );
  if (row === undefined) throw noSuchSnippet();
  await checkOwnText(tx, { user }, 'saved_snippet', 'snippets');
  tx.emit(only(user.id), { type: 'saved_snippets', op: 'update', saved_snippet: presentSnippet(row) });
}

export async function deleteSnippet(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await deleteOwn(tx, actor, 'saved_snippet', id))) throw noSuchSnippet();
  tx.emit(only(actor.user.id), { type: 'saved_snippets', op: 'remove', saved_snippet_id: id });
}

function noSuchSnippet(): ApiError {
  return notFound('There is no such saved snippet.');
}

function checkChanges({ title, content }: Changes): Partial<Texts> {
  return {
    ...(title === undefined ? {} : { title: notBlank('title', title) }),
    ...(content === undefined ? {} : { content: notBlank('content', content) }),
  };
}

function notBlank(name: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw badRequest(`${name} must not be blank.`);
  return trimmed;
}
