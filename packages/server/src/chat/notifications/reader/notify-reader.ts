import type { Tx } from '../../../engine/db/tx.ts';
import type { LogEntry } from '../../../engine/log/entry.ts';
import type { OrganizationReader } from '../../../delivery/readers/kinds.ts';
import type { World } from '../../../http/world.ts';
import { decideEditNotification, decideNotification, type Decision } from '../decide.ts';
import { withdrawPushes } from '../push/withdraw.ts';
import { findCandidates, findNamedCandidates, type Candidate } from './candidates.ts';
import { editedMessagesIn } from './edited.ts';
import { finishedMessagesIn } from './finished.ts';
import { sentMessagesIn } from './notifiable.ts';
import { retimeBatches } from './retime.ts';
import { addNotifications, type NewNotification } from './store.ts';

const MAX_ENTRIES = 500;

/** The reader of the log that decides the notifications of messages. */
export function notifyReader(world: NotifyWorld): OrganizationReader {
  return {
    kind: 'notify',
    maxEntries: MAX_ENTRIES,
    start: 'current',
    read: async (tx, entries) => ({ concerns: [], isUrgent: await notifyOf(tx, world, entries) }),
  };
}

/** Returns whether a device will ring. */
async function notifyOf(tx: Tx, world: NotifyWorld, entries: readonly LogEntry[]): Promise<boolean> {
  const { realmId } = tx;
  const complete = [...sentMessagesIn(entries), ...(await finishedMessagesIn(tx, realmId, entries))];
  const sent = await findCandidates(tx, realmId, complete);
  const added = sent.flatMap((one) => notificationsOf(world, one, decideNotification(one.receiver)));
  for (const { message, except } of await editedMessagesIn(tx, realmId, entries)) {
    const find = message.mentionsChannel ? findCandidates : findNamedCandidates;
    for (const one of await find(tx, realmId, [message])) {
      const decision = decideEditNotification(one.receiver, except.has(one.userId));
      added.push(...notificationsOf(world, one, decision));
    }
  }
  await addNotifications(tx, added);
  await retimeBatches(tx, entries);
  await withdrawPushes(tx, world, entries);
  return added.some(({ kind }) => kind === 'push');
}

/** Without a mail server no e-mail waits. */
export type NotifyWorld = Pick<World, 'mailer' | 'config' | 'sealer' | 'clock'>;

export function notificationsOf(
  { mailer }: NotifyWorld,
  { message, userId, kinds, batchSeconds }: Candidate,
  decision: Decision,
): NewNotification[] {
  return kinds.flatMap((kind) => {
    const trigger = decision[kind];
    if (trigger === undefined || (kind === 'email' && mailer === undefined)) return [];
    return [{ userId, messageId: message.id, kind, trigger, batchSeconds }];
  });
}
