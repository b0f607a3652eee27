import { sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Audience } from '../log/audience.ts';
import { isOutsider, outsidersOf, type Outsiders } from './audience.ts';
import type { ChannelRow } from './channel.ts';
import { endQueuesOf } from '../people/end-queues.ts';
import { readHolders } from './holders.ts';
import { presentChannel } from './present.ts';
import { subscribersOf } from './queries.ts';

type Standing = { readonly id: number; readonly role: number };

/** Who sees a channel without being in it, and which roles those have whom it names one by one. */
export type Sight = { readonly outsiders: Outsiders; readonly named: readonly Standing[] };

export const sightOf = async (reader: Reader, channel: ChannelRow): Promise<Sight> => {
  const outsiders = await outsidersOf(reader, channel);
  const named = await reader.all(
    sql<Standing>`select id, role from person
      where realm_id = ${channel.realm_id} and id = any(${[...outsiders.ids]}::bigint[])`,
  );
  return { outsiders, named };
};

/** Those who see a channel both before and after a change. */
export const keptBetween = (before: Sight, after: Sight): Outsiders => ({
  roles: before.outsiders.roles.filter((role) => after.outsiders.roles.includes(role)),
  ids: [...before.named, ...after.named]
    .filter((person) => isOutsider(before.outsiders, person) && isOutsider(after.outsiders, person))
    .map(({ id }) => id),
});

/** Those who see it after a change, and did not before it. Subscribers always do. */
const gainedBetween = (before: Sight, after: Sight, subscribers: readonly number[]): Audience => {
  const inside = new Set(subscribers);
  return {
    kind: 'union',
    of: [
      {
        kind: 'roles',
        roles: after.outsiders.roles.filter((role) => !before.outsiders.roles.includes(role)),
        except: [...subscribers, ...before.outsiders.ids],
      },
      {
        kind: 'people',
        ids: after.named
          .filter((person) => !isOutsider(before.outsiders, person) && !inside.has(person.id))
          .map(({ id }) => id),
      },
    ],
  };
};

/** Shows a channel to those who see it now, and takes it from those who no longer do. */
export const adjustChannelSight = async (
  tx: Tx,
  channel: ChannelRow,
  before: Sight,
  after: Sight,
): Promise<void> => {
  const user_ids = (await subscribersOf(tx, tx.realmId, [channel.id]))(channel.id);
  const gained = gainedBetween(before, after, user_ids);
  const lost = gainedBetween(after, before, user_ids);
  if (isSomebody(gained)) {
    const holders = await readHolders(tx, tx.realmId, [channel]);
    // People who are told next are not counted twice.
    const stream = { ...presentChannel(channel, holders), subscriber_count: 0 };
    tx.emit(gained, { type: 'stream', op: 'create', streams: [stream] });
    if (user_ids.length > 0)
      tx.emit(gained, { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids });
    await forgetReturning(tx, channel, before, after);
  }
  if (isSomebody(lost))
    tx.emit(lost, {
      type: 'stream',
      op: 'delete',
      stream_ids: [channel.id],
      streams: [{ stream_id: channel.id }],
    });
};

const isSomebody = (audience: Audience): boolean => {
  if (audience.kind === 'union') return audience.of.some(isSomebody);
  if (audience.kind === 'people') return audience.ids.length > 0;
  return audience.kind !== 'roles' || audience.roles.length > 0;
};

/** Who once was in the channel finds it among those left, with choices that no event tells. */
const forgetReturning = async (tx: Tx, channel: ChannelRow, before: Sight, after: Sight): Promise<void> => {
  const former = await tx.all(
    sql<Standing>`select p.id, p.role from subscription s
      join person p on p.realm_id = s.realm_id and p.id = s.person_id
      where s.realm_id = ${tx.realmId} and s.channel_id = ${channel.id} and not s.is_active and p.is_active`,
  );
  const returning = former.filter(
    (person) => !isOutsider(before.outsiders, person) && isOutsider(after.outsiders, person),
  );
  if (returning.length > 0)
    await endQueuesOf(
      tx,
      returning.map(({ id }) => id),
    );
};
