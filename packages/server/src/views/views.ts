import { isTaken } from '../db/problems.ts';
import { q, sql, type Query } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { Actor } from '../people/person.ts';
import { badRequest, type Problem } from '../problem.ts';
import { accessView } from './access.ts';
import { filled, nameOf } from './name.ts';
import { presentView, type ViewRow } from './present.ts';

export type NewView = { fragment: string; isPinned: boolean; name: string | undefined };
export type ViewChanges = { isPinned: boolean | undefined; name: string | undefined };

export const addView = async (tx: Tx, { person }: Actor, view: NewView): Promise<void> => {
  const fragment = filled('fragment', view.fragment);
  const row: ViewRow = {
    realm_id: tx.realmId,
    person_id: person.id,
    fragment,
    is_pinned: view.isPinned,
    name: nameOf(fragment, view.name),
  };
  await store(tx, q.insertInto('navigation_view').values(row));
  tx.emit(only(person.id), { type: 'navigation_view', op: 'add', navigation_view: presentView(row) });
};

export const editView = async (
  tx: Tx,
  actor: Actor,
  fragment: string,
  changes: ViewChanges,
): Promise<void> => {
  const row = await accessView(tx, actor, fragment);
  const data = {
    ...(changes.isPinned === undefined ? {} : { is_pinned: changes.isPinned }),
    ...(changes.name === undefined ? {} : { name: nameOf(fragment, changes.name) }),
  };
  if (data.name !== undefined && data.name === row.name) throw nameTaken();
  if (Object.keys(data).length > 0)
    await store(tx, q.updateTable('navigation_view').set(data).where(isView(row)));
  tx.emit(only(actor.person.id), { type: 'navigation_view', op: 'update', fragment, data });
};

export const removeView = async (tx: Tx, actor: Actor, fragment: string): Promise<void> => {
  const row = await accessView(tx, actor, fragment);
  await tx.all(q.deleteFrom('navigation_view').where(isView(row)));
  tx.emit(only(actor.person.id), { type: 'navigation_view', op: 'remove', fragment });
};

const isView = (row: ViewRow) =>
  sql<boolean>`realm_id = ${row.realm_id} and person_id = ${row.person_id} and md5(fragment) = md5(${row.fragment})`;

/** Two requests at once can both find a fragment or name free; the indexes know. */
const store = async (tx: Tx, statement: Query<unknown>): Promise<void> => {
  try {
    await tx.all(statement);
  } catch (error) {
    if (isTaken(error, 'navigation_view_fragment')) throw badRequest('You have this view already.');
    if (isTaken(error, 'navigation_view_name')) throw nameTaken();
    throw error;
  }
};

const nameTaken = (): Problem => badRequest('One of your views has this name already.');
