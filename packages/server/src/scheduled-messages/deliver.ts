import { q, sql } from '../db/sql.ts';
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

/** Taken together and sent side by side. */
const AT_ONCE = 10;

/**
 * Sends what is due, by the clock of PostgreSQL. Each goes away in the transaction that sends it, so whoever
 * dies in the middle, and however many nodes do this, it is sent once.
 */
export const deliverScheduled = async (world: World): Promise<void> => {
  for (let taken = AT_ONCE; taken === AT_ONCE && !world.isClosing();) {
    const rows = await take(world);
    await Promise.all(
      rows.map(async (row) => {
        try {
          await deliver(world, row);
        } catch (error) {
          // Tried again when the time of whoever took it is over, until it is too late.
          world.log.warn({ err: error, scheduled: row.id }, 'a scheduled message could not be sent now');
        }
      }),
    );
    taken = rows.length;
  }
};

type Taken = ScheduledRow & { readonly is_late: boolean };

/** Whoever takes one has ten seconds; what is ten minutes late is no longer sent. */
const take = ({ pool }: World): Promise<Taken[]> =>
  pool.all(sql<Taken>`
    update scheduled_message s set taken_until = now() + interval '10 seconds'
    from (
      select realm_id, id from scheduled_message
      where due_at <= now() and not has_failed and (taken_until is null or taken_until < now())
      order by due_at, id limit ${AT_ONCE} for update skip locked
    ) d
    where s.realm_id = d.realm_id and s.id = d.id
    returning s.*, s.due_at < now() - interval '10 minutes' as is_late`);

const deliver = async (world: World, row: Taken): Promise<void> => {
  const actor = await senderOf(world, row);
  if (actor === undefined) return;
  try {
    if (row.is_late) await fail(world, actor, row, 'the server was not able to send it in time.');
    else await send(world, actor, row);
  } catch (error) {
    if (error instanceof Outdated) return;
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    await fail(world, actor, row, error.message);
  }
};

const senderOf = async ({ pool }: World, row: ScheduledRow): Promise<Actor | undefined> => {
  const person = await pool.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', row.realm_id).where('id', '=', row.person_id),
  );
  const realm = await pool.first(q.selectFrom('realm').selectAll().where('id', '=', row.realm_id));
  return person === undefined || realm === undefined ? undefined : { person, realm };
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
