import type { RawBuilder } from 'kysely';
import { type Address, type Sender, widgetOf } from '../messages/send/request.ts';
import { sendTo } from '../messages/send/send.ts';
import { markFailedAndNotify } from './fail.ts';
import { deleteSent, ScheduledMessageChangedError, type ScheduledRow } from './rows.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { deliverDue, hasDue, type Due, ownerOf } from '../../http/due.ts';
import type { World } from '../../http/world.ts';

type DueMessage = Due<ScheduledRow>;

/**
 * Sends due messages. A scheduled message is deleted in the transaction that sends it, so it is sent exactly once,
 * even if a node crashes or several nodes run this job.
 */
export function deliverScheduled(world: World): Promise<void> {
  return deliverDue<ScheduledRow>(world, 'scheduled_message', deliver);
}

export function isScheduledDue(): RawBuilder<boolean> {
  return hasDue('scheduled_message');
}

/** Messages that are later than this are not sent. */
const MAX_DELAY_SECONDS = 600;

async function deliver(world: World, row: DueMessage): Promise<void> {
  const actor = await ownerOf(world, row);
  if (actor === undefined) return;
  try {
    if (row.late_seconds > MAX_DELAY_SECONDS)
      await markFailedAndNotify(world, actor, row, 'the server was not able to send it in time.');
    else await send(world, actor, row);
  } catch (error) {
    if (error instanceof ScheduledMessageChangedError) return;
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    await markFailedAndNotify(world, actor, row, error.message);
  }
}

async function send(world: World, actor: Actor, row: ScheduledRow): Promise<void> {
  const { user, realm } = actor;
  if (!user.is_active || realm.deactivated_at !== null) {
    await markFailedAndNotify(world, actor, row, undefined);
    return;
  }
  const sender: Sender = {
    world,
    realm,
    user,
    client: { name: row.client, version: null, agent: '' },
    key: undefined,
    echo: undefined,
    isReadBySender: row.is_read_by_sender,
    widget: widgetOf(undefined, row.content),
    beforeStore: (tx) => deleteSent(tx, row),
  };
  const address: Address =
    row.channel_id === null
      ? { kind: 'users', ids: row.users }
      : { kind: 'channel', channel: row.channel_id, topic: row.topic };
  await sendTo(sender, address, row.content);
}
