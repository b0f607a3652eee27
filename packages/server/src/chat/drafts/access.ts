import type { DraftRow } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest, notFound } from '../../engine/api-error.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import { settingsOf } from '../../organization/settings/user-settings.ts';

/** Refuses requests of users who switched off the synchronization of drafts. */
export function requireDraftsEnabled({ user }: Actor): void {
  checkEnabled(user);
}

/**
 * Checks the setting again and locks it, so that no draft is added while it is being switched off, and that concurrent
 * requests count the drafts one after the other.
 */
export async function lockDraftsSetting(tx: Tx, { user }: Actor): Promise<void> {
  const current = await tx.first(
    q
      .selectFrom('realm_user')
      .select(['settings', 'email_visibility', 'timezone'])
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id)
      .forNoKeyUpdate(),
  );
  checkEnabled(current ?? user);
}

function checkEnabled(user: Pick<UserRow, 'settings' | 'email_visibility' | 'timezone'>): void {
  if (!settingsOf(user).enable_drafts_synchronization)
    throw badRequest('Drafts are not synchronized: enable_drafts_synchronization is off in your settings.');
}

/** The caller's draft, locked until the transaction ends. */
export async function accessDraft(tx: Tx, { user }: Actor, id: number): Promise<DraftRow> {
  const row = await tx.first(
    q
      .selectFrom('draft')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .forUpdate(),
  );
  if (row === undefined) throw notFound('There is no such draft.');
  return row;
}
