import { deliverDue, ownerOf, type Due } from '../jobs/due.ts';
import { sendDirectly } from '../messages/send-directly.ts';
import { sendToChannel } from '../messages/send-to-channel.ts';
import type { Sender } from '../messages/sender.ts';
import { widgetOf } from '../messages/widget.ts';
import type { Actor } from '../people/person.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { fail } from './fail.ts';
import type { ScheduledRow } from './present.ts';
import { deleteSent, Outdated } from './sent.ts';

type Taken = Due<ScheduledRow>;

/**
 * Sends what is due. Each goes away in the transaction that sends it, so whoever dies in the middle, and however
 * many nodes do this, it is sent once.
 */
export const deliverScheduled = (world: World): Promise<void> =>
  deliverDue<ScheduledRow>(world, 'scheduled_message', deliver);

/** What is later than this is no longer sent. */
const MOST_LATE_SECONDS = 600;

const deliver = async (world: World, row: Taken): Promise<void> => {
  const actor = await ownerOf(world, row);
  if (actor === undefined) return;
  try {
    if (row.late_seconds > MOST_LATE_SECONDS)
      await fail(world, actor, row, 'the server was not able to send it in time.');
    else await send(world, actor, row);
  } catch (error) {
    if (error instanceof Outdated) return;
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    await fail(world, actor, row, error.message);
  }
};

const send = async (world: World, actor: Actor, row: ScheduledRow): Promise<void> => {
  const { person, realm } = actor;
  if (!person.is_active || realm.deactivated_at !== null) {
    await fail(world, actor, row, undefined);
    return;
  }
  const sender: Sender = {
    world,
    realm,
    person,
    client: { name: row.client, version: null, agent: '' },
    key: undefined,
    echo: undefined,
    isReadBySender: row.is_read_by_sender,
    widget: widgetOf(undefined, row.content),
    alongside: (tx) => deleteSent(tx, row),
  };
  if (row.channel_id === null) await sendDirectly(sender, { kind: 'people', ids: row.people }, row.content);
  else await sendToChannel(sender, { channel: row.channel_id, topic: row.topic }, row.content);
};
