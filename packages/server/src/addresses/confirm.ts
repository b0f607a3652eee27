import { takeConfirmation } from '../confirmations/confirmations.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { postLetter } from '../mail/post-letter.ts';
import { changeEmail } from '../people/change-email.ts';
import { lockOwnership } from '../people/last-owner.ts';
import { isAdministrator } from '../people/person.ts';
import { realmOf } from '../people/queries.ts';
import { badRequest, notFound, type Problem } from '../problem.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import type { World } from '../world.ts';

/** Gives somebody the address whose mailbox they have shown to be theirs; the old one hears of it. */
export const confirmAddress = async (tx: Tx, world: World, token: string): Promise<void> => {
  await lockOwnership(tx);
  const realm = await realmOf(tx);
  const confirmed = await takeConfirmation(tx, 'address', token, world.clock.now());
  if (confirmed?.person_id == null) throw noSuchChange();
  const person = await tx.first(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', confirmed.person_id)
      .where('is_active', '=', true)
      .forUpdate(),
  );
  if (person === undefined) throw noSuchChange();
  if (realmSettingsOf(realm).email_changes_disabled && !isAdministrator(person))
    throw badRequest('Addresses cannot be changed in this organization.');
  await changeEmail(tx, world, realm, person, confirmed.email);
  // Links that were sent to the old address open nothing any more.
  await tx.all(
    q.deleteFrom('confirmation').where('realm_id', '=', tx.realmId).where('person_id', '=', person.id),
  );
  await postLetter(tx, world, 'address', {
    to: person.delivery_email,
    subject: `Your address at ${realm.name} was changed`,
    text: `Hello,

your account at ${realm.name} now has the address ${confirmed.email}. If that was not you, tell an administrator of
the organization.
`,
  });
};

export const noSuchChange = (): Problem =>
  notFound('This link has been used or is too old. Change the address once more.');
