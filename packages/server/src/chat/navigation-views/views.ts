import { limits } from '@parley/contract/limits.ts';
import { builtInViews } from '@parley/contract/objects/navigation-view.ts';
import { presentView, type ViewRow } from './rows.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { q, type Query, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest, notFound, type ApiError } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';
import { countOwn } from '../../organization/users/own-rows.ts';

export type NewView = { fragment: string; isPinned: boolean; name: string | undefined };

export type ViewChanges = { isPinned: boolean | undefined; name: string | undefined };

export async function addView(tx: Tx, actor: Actor, view: NewView): Promise<void> {
  const { user } = actor;
  const fragment = trimmedNonBlank('fragment', view.fragment);
  const row: Omit<ViewRow, 'id'> = {
    realm_id: tx.realmId,
    user_id: user.id,
    fragment,
    is_pinned: view.isPinned,
    name: nameOf(fragment, view.name),
  };
  await lockSelf(tx, actor);
  if ((await countOwn(tx, actor, 'navigation_view')) >= limits.navigationViews)
    throw badRequest(`You can have at most ${limits.navigationViews} navigation views.`);
  await store(tx, q.insertInto('navigation_view').values(row));
  tx.emit(only(user.id), { type: 'navigation_view', op: 'add', navigation_view: presentView(row) });
}

export async function editView(tx: Tx, actor: Actor, fragment: string, changes: ViewChanges): Promise<void> {
  const row = await accessView(tx, actor, fragment);
  const data = {
    ...(changes.isPinned === undefined ? {} : { is_pinned: changes.isPinned }),
    ...(changes.name === undefined ? {} : { name: nameOf(fragment, changes.name) }),
  };
  if (data.name !== undefined && data.name === row.name) throw nameTaken();
  if (Object.keys(data).length > 0)
    await store(tx, q.updateTable('navigation_view').set(data).where(isView(row)));
  tx.emit(only(actor.user.id), { type: 'navigation_view', op: 'update', fragment, data });
}

export async function removeView(tx: Tx, actor: Actor, fragment: string): Promise<void> {
  const row = await accessView(tx, actor, fragment);
  await tx.all(q.deleteFrom('navigation_view').where(isView(row)));
  tx.emit(only(actor.user.id), { type: 'navigation_view', op: 'remove', fragment });
}

function isView(row: ViewRow) {
  return sql<boolean>`realm_id = ${row.realm_id} and user_id = ${row.user_id} and md5(fragment) = md5(${row.fragment})`;
}

/** The unique indexes catch concurrent requests for the same fragment or name. */
async function store(tx: Tx, statement: Query<unknown>): Promise<void> {
  try {
    await tx.all(statement);
  } catch (error) {
    if (isUniqueViolation(error, 'navigation_view_fragment'))
      throw badRequest('You already have a view with this fragment.');
    if (isUniqueViolation(error, 'navigation_view_name')) throw nameTaken();
    throw error;
  }
}

function nameTaken(): ApiError {
  return badRequest('You already have a view with this name.');
}

/** The caller's view, locked until the transaction ends. */
async function accessView(tx: Tx, { user }: Actor, fragment: string): Promise<ViewRow> {
  const row = await tx.first(
    q
      .selectFrom('navigation_view')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', user.id)
      .where(sql`md5(fragment)`, '=', sql`md5(${fragment})`)
      .where('fragment', '=', fragment)
      .forUpdate(),
  );
  if (row === undefined) throw notFound('There is no such navigation view.');
  return row;
}

const builtIn: ReadonlySet<string> = new Set(builtInViews);

/** The stored name of a view: null for built-in views, required for all others. */
export function nameOf(fragment: string, name: string | undefined): string | null {
  if (builtIn.has(fragment)) {
    if (name !== undefined) throw badRequest('A built-in view cannot have a name.');
    return null;
  }
  if (name === undefined) throw badRequest('Missing parameter name: a custom view needs a name.');
  return trimmedNonBlank('name', name);
}

/** The longest fragment or name. */
const MAX_TEXT_LENGTH = 10_000;

function trimmedNonBlank(parameter: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw badRequest(`${parameter} must not be blank.`);
  if (trimmed.length > MAX_TEXT_LENGTH)
    throw badRequest(`${parameter} is longer than ${MAX_TEXT_LENGTH} characters.`);
  return trimmed;
}
