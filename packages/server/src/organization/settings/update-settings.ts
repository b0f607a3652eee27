import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { lockWithActor } from '../users/lock-with-actor.ts';
import { lockAccounts } from '../users/last-owner.ts';
import { refuseNameChange } from '@parley/contract/rights/account-rights.ts';
import type { Actor } from '../../http/actor.ts';
import { realmOf } from '../users/queries.ts';
import { rename } from '../users/rename.ts';
import type { Server } from '../users/server.ts';
import { badRequest } from '../../engine/api-error.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { endCredentialsOf } from '../credentials/end.ts';
import { changeSetting } from './change-setting.ts';
import type { Setting } from './check-settings.ts';

export type OwnChanges = {
  readonly fullName: string | undefined;
  /** The hashes of the verified old password and the new one. */
  readonly password: { readonly before: string | null; readonly after: string } | undefined;
  /** The credential that makes the change; a new password ends all others. */
  readonly credentialId: number;
  readonly settings: readonly Setting[];
};

/** Changes the name, password and settings of the actor, all or none. */
export async function updateSettings(
  tx: Tx,
  server: Server,
  actor: Actor,
  { fullName, password, credentialId, settings }: OwnChanges,
): Promise<void> {
  const changesVisibility = settings.some(({ name }) => name === 'email_address_visibility');
  if (fullName !== undefined || changesVisibility) await lockAccounts(tx);
  const { me } = await lockWithActor(tx, actor, actor.user.id);
  const realm = await realmOf(tx);
  if (password !== undefined) {
    if (me.password_hash !== password.before)
      throw badRequest('The password was changed by another request.');
    await tx.all(
      q
        .updateTable('realm_user')
        .set({ password_hash: password.after })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', me.id),
    );
    tx.record({ action: 'password.changed', object: { type: 'user', id: me.id } });
    await endCredentialsOf(tx, me.id, { exceptId: credentialId });
  }
  // If name changes are disabled, full_name is ignored and the other changes still apply.
  const mayRename = refuseNameChange(me, realmSettingsOf(realm)) === undefined;
  if (fullName !== undefined && mayRename) await rename(tx, realm, me, fullName);
  for (const setting of settings) await changeSetting(tx, server, realm, me, setting);
}
