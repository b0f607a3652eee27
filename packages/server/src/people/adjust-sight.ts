import { presentBot } from '../bots/present.ts';
import { listBots } from '../bots/queries.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { RealmRow } from '../realm/realm.ts';
import { hidesPeople } from './access.ts';
import { visibleTo } from './email-visibility.ts';
import { endQueuesOf } from './end-queues.ts';
import { isAdministrator, isGuest, type PersonRow } from './person.ts';
import { holdSight } from './watch-guests.ts';

/** Beyond this many things that somebody sees anew, reading everything again is cheaper than being told. */
const MOST = 500;

/** With another role somebody sees other addresses and bots: tells their clients, so that they stay right. */
export const adjustSight = async (
  tx: Tx,
  realm: RealmRow,
  person: PersonRow,
  role: number,
): Promise<void> => {
  const [before, after] = [person, { ...person, role }];
  const showsOthers = isGuest(before) !== isGuest(after) && (await hidesPeople(tx, realm));
  const addresses = await addressesBetween(tx, before, after);
  const bots = await botsBetween(tx, before, after);
  if (showsOthers && isGuest(after)) await holdSight(tx, person.id);
  if (showsOthers || addresses.length + bots.length > MOST) return endQueuesOf(tx, [person.id]);

  const seen = visibleTo(after.role);
  for (const { id, delivery_email, email_visibility } of addresses) {
    const shown = seen.includes(email_visibility) ? delivery_email : null;
    tx.emit(only(person.id), {
      type: 'realm_user',
      op: 'update',
      person: { user_id: id, delivery_email: shown },
    });
  }
  for (const bot of bots)
    tx.emit(
      only(person.id),
      isAdministrator(after)
        ? { type: 'realm_bot', op: 'add', bot: presentBot(bot) }
        : { type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } },
    );
};

type Standing = Pick<PersonRow, 'id' | 'role'>;

/** People whose address is shown in one role and hidden in the other. */
const addressesBetween = async (tx: Tx, before: Standing, after: Standing) => {
  const [old, now] = [visibleTo(before.role), visibleTo(after.role)];
  const different = [...old.filter((v) => !now.includes(v)), ...now.filter((v) => !old.includes(v))];
  if (different.length === 0) return [];
  return tx.all(
    q
      .selectFrom('person')
      .select(['id', 'delivery_email', 'email_visibility'])
      .where('realm_id', '=', tx.realmId)
      .where('email_visibility', 'in', different)
      .where('bot_type', 'is', null)
      .where('id', '!=', before.id)
      .orderBy('id')
      .limit(MOST + 1),
  );
};

/** Administrators look after all bots, everybody else after their own. */
const botsBetween = async (tx: Tx, before: Standing, after: Standing) => {
  if (isAdministrator(before) === isAdministrator(after)) return [];
  const bots = await listBots(tx, tx.realmId, { limit: MOST + 1, notOf: before.id });
  return bots;
};
