import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { holdPeople } from '../people/hold-people.ts';
import { lockOwnership } from '../people/last-owner.ts';
import { isAdministrator, type Actor } from '../people/person.ts';
import { realmOf } from '../people/queries.ts';
import { rename } from '../people/rename.ts';
import type { Server } from '../people/server.ts';
import { badRequest } from '../problem.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { changeSetting } from './change-setting.ts';
import type { Setting } from './check-settings.ts';

export type OwnChanges = {
  readonly fullName: string | undefined;
  /** The hash of a new password, and the one that was proven to be the old one's. */
  readonly password: { readonly before: string | null; readonly after: string } | undefined;
  readonly settings: readonly Setting[];
};

/** Changes name, password and settings of the actor, all or none. */
export const updateSettings = async (
  tx: Tx,
  server: Server,
  actor: Actor,
  { fullName, password, settings }: OwnChanges,
): Promise<void> => {
  const changesSight = settings.some(({ name }) => name === 'email_address_visibility');
  if (fullName !== undefined || changesSight) await lockOwnership(tx);
  const { me } = await holdPeople(tx, actor, actor.person.id);
  const realm = await realmOf(tx);
  if (password !== undefined) {
    if (me.password_hash !== password.before) throw badRequest('The password was changed meanwhile.');
    await tx.all(
      q
        .updateTable('person')
        .set({ password_hash: password.after })
        .where('realm_id', '=', tx.realmId)
        .where('id', '=', me.id),
    );
  }
  // Where names stay as they are, the rest of the request is carried out all the same.
  const mayRename = isAdministrator(me) || !realmSettingsOf(realm).name_changes_disabled;
  if (fullName !== undefined && mayRename) await rename(tx, realm, me, fullName);
  for (const setting of settings) await changeSetting(tx, server, realm, me, setting);
};
