import { limits } from '@parley/contract/limits.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { holdSelf } from '../people/hold-self.ts';
import { countOwn, deleteOwn } from '../people/own-rows.ts';
import type { Actor } from '../people/person.ts';
import { badRequest, notFound, type Problem } from '../problem.ts';
import { presentSnippet, type SnippetRow } from './present.ts';

type Texts = Pick<SnippetRow, 'title' | 'content'>;
type Changes = { readonly [K in keyof Texts]?: Texts[K] | undefined };

export const createSnippet = async (tx: Tx, actor: Actor, texts: Texts, now: number): Promise<number> => {
  await holdSelf(tx, actor);
  if ((await countOwn(tx, actor, 'saved_snippet')) >= limits.savedSnippets)
    throw badRequest(`Nobody keeps more than ${limits.savedSnippets} snippets.`);
  const owner = { realm_id: tx.realmId, person_id: actor.person.id };
  const title = notBlank('title', texts.title);
  const content = notBlank('content', texts.content);
  const row = await tx.first(
    q
      .insertInto('saved_snippet')
      .values({ ...owner, title, content, created_at: new Date(now) })
      .returningAll(),
  );
  if (row === undefined) throw new Error('PostgreSQL stored nothing.');
  tx.emit(only(actor.person.id), { type: 'saved_snippets', op: 'add', saved_snippet: presentSnippet(row) });
  return row.id;
};

/** Who changes nothing is not told whether there is anything to change. */
export const editSnippet = async (tx: Tx, { person }: Actor, id: number, texts: Changes): Promise<void> => {
  const changes = filled(texts);
  if (Object.keys(changes).length === 0) return;
  const row = await tx.first(
    q
      .updateTable('saved_snippet')
      .set(changes)
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .where('person_id', '=', person.id)
      .returningAll(),
  );
  if (row === undefined) throw noSuchSnippet();
  tx.emit(only(person.id), { type: 'saved_snippets', op: 'update', saved_snippet: presentSnippet(row) });
};

export const deleteSnippet = async (tx: Tx, actor: Actor, id: number): Promise<void> => {
  if (!(await deleteOwn(tx, actor, 'saved_snippet', id))) throw noSuchSnippet();
  tx.emit(only(actor.person.id), { type: 'saved_snippets', op: 'remove', saved_snippet_id: id });
};

const noSuchSnippet = (): Problem => notFound('There is no such snippet.');

const filled = ({ title, content }: Changes): Partial<Texts> => ({
  ...(title === undefined ? {} : { title: notBlank('title', title) }),
  ...(content === undefined ? {} : { content: notBlank('content', content) }),
});

const notBlank = (name: string, text: string): string => {
  const trimmed = text.trim();
  if (trimmed === '') throw badRequest(`The ${name} of a snippet must not be blank.`);
  return trimmed;
};
