import { q, sql, type Reader } from '../db/sql.ts';
import type { PersonRow } from '../people/person.ts';

/** The account with which an organization tells what happened. Nobody can have its address: it is none. */
export const NOTIFIER = { email: 'notification-bot', name: 'Notification Bot' } as const;

export const notificationBot = async (reader: Reader, realmId: number): Promise<PersonRow> => {
  const bot = await reader.first(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where(sql<boolean>`lower(delivery_email) = ${NOTIFIER.email}`),
  );
  if (bot === undefined) throw new Error(`The organization ${realmId} has no notification bot.`);
  return bot;
};
