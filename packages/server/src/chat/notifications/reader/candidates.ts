import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import type { RawBuilder } from 'kysely';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { QUEUE_OFFLINE_SECONDS, RECEIVES_MESSAGES } from '../../../delivery/expire.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import {
  isAway,
  type ChannelSettings,
  type NotificationKind,
  type Receiver,
  type TopicState,
} from '../decide.ts';
import { quietUntil } from '@parley/contract/quiet-hours.ts';
import type { NotifiableMessage } from './notifiable.ts';

/** A receiver of a message whom it may notify. */
export type Candidate = {
  readonly message: NotifiableMessage;
  readonly userId: number;
  readonly receiver: Receiver;
  /** The kinds of notification that can reach the user. */
  readonly kinds: readonly NotificationKind[];
  readonly batchSeconds: number;
};

type Row = {
  message_id: number;
  user_id: number;
  settings: unknown;
  email_visibility: number;
  timezone: string;
  has_muted_sender: boolean;
  is_muted: boolean | null;
  email_notifications: boolean | null;
  push_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
  policy: number | null;
  seconds_since_active: number | null;
  has_live_queue: boolean;
  has_device: boolean;
  time: Date;
};

/** Users of one query. Messages that mention a whole channel are read in several. */
const MAX_USERS_PER_QUERY = 2_000;

/**
 * The receivers of messages whom they may notify: named users, followers of the topic, and subscribers with
 * notifications for the channel; all subscribers only if the message mentions the channel. Other receivers cost nothing.
 */
export async function findCandidates(
  reader: Reader,
  realmId: number,
  messages: readonly NotifiableMessage[],
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  const ordinary = messages.filter(({ mentionsChannel }) => !mentionsChannel);
  const loud = messages.filter(({ mentionsChannel }) => mentionsChannel);
  if (ordinary.length > 0)
    found.push(
      ...present(
        await read(reader, realmId, ordinary, concerned(realmId, ordinary), 'notify-concerned'),
        ordinary,
      ),
    );
  for (const message of loud)
    for (let after = 0; ;) {
      const rows = await read(
        reader,
        realmId,
        [message],
        subscribersAfter(realmId, message, after),
        'notify-subscribers',
      );
      found.push(...present(rows, [message]));
      after = rows.at(-1)?.user_id ?? 0;
      if (rows.length < MAX_USERS_PER_QUERY) break;
    }
  return found;
}

/** Like `findCandidates`, for the users who are named by the messages only. */
export async function findNamedCandidates(
  reader: Reader,
  realmId: number,
  messages: readonly NotifiableMessage[],
): Promise<Candidate[]> {
  if (messages.length === 0) return [];
  return present(await read(reader, realmId, messages, namedIn(messages), 'notify-named'), messages);
}

type Fragment = RawBuilder<unknown>;

/**
 * Pairs of a message and a user whom it names. Every list of pairs carries the columns of its messages: PostgreSQL would
 * join the lists again by comparing all pairs, because it expects both of them to be short.
 */
function namedIn(messages: readonly NotifiableMessage[]): Fragment {
  const named = messages.flatMap(({ named: users }) => users.map(({ userId }) => userId));
  return sql`select m.*, n.user_id from m
    cross join lateral unnest((${named}::bigint[])[m.named_from + 1 : m.named_to]) as n (user_id)`;
}

/** Numbers of the first and after the last of each message's named users in the list of all. */
function namedRanges(messages: readonly NotifiableMessage[]): { from: number; to: number }[] {
  let to = 0;
  return messages.map(({ named }) => {
    const from = to;
    to += named.length;
    return { from, to };
  });
}

/**
 * Pairs of a message and a user whom it may concern. `offset 0` keeps PostgreSQL from joining all rows of the
 * organization at once, which it does while its statistics say that there are few.
 */
function concerned(realmId: number, messages: readonly NotifiableMessage[]): Fragment {
  return sql`${namedIn(messages)}
    union
    select m.*, follower.user_id from m cross join lateral (
      select p.user_id from topic_policy p where p.realm_id = ${realmId} and p.channel_id = m.channel_id
        and lower(p.topic) = m.topic_key and p.policy = ${visibilityPolicies.followed} and ${IS_EARLIER} offset 0
    ) as follower
    union
    select m.*, subscriber.user_id from m cross join lateral (
      select s.user_id from subscription s where s.realm_id = ${realmId} and s.channel_id = m.channel_id
        and s.is_active and (s.email_notifications or s.push_notifications) offset 0
    ) as subscriber
    union
    select m.*, s.user_id from m
    join subscription s on s.realm_id = ${realmId} and s.channel_id = m.channel_id and s.is_active
    join realm_user u on u.realm_id = s.realm_id and u.id = s.user_id
      and (u.settings ? 'enable_stream_email_notifications' or u.settings ? 'enable_stream_push_notifications')
    where m.channel_id is not null`;
}

function subscribersAfter(
  realmId: number,
  { channelId, arrivedAt }: NotifiableMessage,
  after: number,
): Fragment {
  return sql`
    select m.*, s.user_id from m cross join subscription s
    join realm_user u on u.realm_id = s.realm_id and u.id = s.user_id and u.is_active and u.bot_type is null
    where s.realm_id = ${realmId} and s.channel_id = ${channelId} and s.user_id > ${after}
      and s.periods @> ${arrivedAt}::bigint
    order by s.user_id limit ${MAX_USERS_PER_QUERY}`;
}

/** A message that makes users follow its topic must not notify them of the messages before it. */
const IS_EARLIER = sql<boolean>`p.updated_at <= m.sent_at`;

function read(
  reader: Reader,
  realmId: number,
  messages: readonly NotifiableMessage[],
  candidates: Fragment,
  name: string,
): Promise<Row[]> {
  const ranges = namedRanges(messages);
  const query = sql<Row>`
    with m as materialized (
      select given.*, lower(given.topic) as topic_key, stored.sent_at from unnest(
        ${messages.map(({ id }) => id)}::bigint[], ${messages.map(({ senderId }) => senderId)}::bigint[],
        ${messages.map(({ channelId }) => channelId)}::bigint[], ${messages.map(({ topic }) => topic)}::text[],
        ${messages.map(({ arrivedAt }) => arrivedAt)}::bigint[],
        ${ranges.map(({ from }) => from)}::int[], ${ranges.map(({ to }) => to)}::int[]
      ) as given (id, sender_id, channel_id, topic, arrived_at, named_from, named_to)
      cross join lateral (
        select sent_at from message where message.realm_id = ${realmId} and message.id = given.id offset 0
      ) as stored
    ), candidate as materialized (${candidates})
    select m.id as message_id, m.user_id, u.settings, u.email_visibility, u.timezone,
      exists (select from muted_user x
        where x.realm_id = ${realmId} and x.user_id = u.id and x.muted_id = m.sender_id) as has_muted_sender,
      s.is_muted, s.email_notifications, s.push_notifications, s.wildcard_mentions_notify, p.policy,
      (select extract(epoch from clock_timestamp() - a.active_at)::float8 from presence a
        where a.realm_id = ${realmId} and a.user_id = u.id) as seconds_since_active,
      ${hasLiveQueue(sql`${realmId}`, sql`u.id`)} as has_live_queue,
      exists (select from push_subscription d where d.realm_id = ${realmId} and d.user_id = u.id) as has_device,
      clock_timestamp() as time
    from candidate as m
    join realm_user u on u.realm_id = ${realmId} and u.id = m.user_id
    left join lateral (
      select user_id, is_muted, email_notifications, push_notifications, wildcard_mentions_notify
      from subscription where realm_id = ${realmId} and user_id = u.id and channel_id = m.channel_id
        and periods @> m.arrived_at offset 0
    ) as s on true
    left join lateral (
      select policy from topic_policy p where p.realm_id = ${realmId} and p.user_id = u.id
        and p.channel_id = m.channel_id and lower(p.topic) = m.topic_key and ${IS_EARLIER} offset 0
    ) as p on true
    where u.is_active and u.bot_type is null and not u.is_imported_stub
      and (m.channel_id is null or s.user_id is not null)
    order by m.user_id, m.id`;
  return reader.all(query, name);
}

/** Whether the user has a queue that receives messages and is in use. */
export function hasLiveQueue(realmId: Fragment, userId: Fragment): Fragment {
  return sql`exists (
    select from event_queue q where q.realm_id = ${realmId} and q.user_id = ${userId}
      and q.last_seen > clock_timestamp() - make_interval(secs => ${QUEUE_OFFLINE_SECONDS})
      and ${RECEIVES_MESSAGES})`;
}

function present(rows: readonly Row[], messages: readonly NotifiableMessage[]): Candidate[] {
  const byId = new Map(messages.map((message) => [message.id, indexed(message)]));
  /** Rows of a user follow each other. */
  let last: { readonly userId: number; readonly settings: Settings } | undefined;
  return rows.flatMap((row) => {
    const known = byId.get(row.message_id);
    if (known === undefined) return [];
    if (last?.userId !== row.user_id) last = { userId: row.user_id, settings: settingsIn(row) };
    return [presentOne(row, last.settings, known)];
  });
}

type Indexed = NotifiableMessage & {
  readonly byUser: ReadonlyMap<number, NotifiableMessage['named'][number]>;
};

function indexed(message: NotifiableMessage): Indexed {
  return { ...message, byUser: new Map(message.named.map((one) => [one.userId, one])) };
}

const TOPIC_STATES: readonly TopicState[] = ['none', 'muted', 'unmuted', 'followed'];

type Settings = ReturnType<typeof settingsOf>;

function settingsIn({ settings, email_visibility, timezone }: Row): Settings {
  return settingsOf({
    settings: settings as Parameters<typeof settingsOf>[0]['settings'],
    email_visibility,
    timezone,
  });
}

function presentOne(row: Row, settings: Settings, { byUser, ...message }: Indexed): Candidate {
  const named = byUser.get(row.user_id);
  const channelSettings: ChannelSettings = {
    isMuted: row.is_muted ?? false,
    email_notifications: row.email_notifications,
    push_notifications: row.push_notifications,
    wildcard_mentions_notify: row.wildcard_mentions_notify,
  };
  return {
    message,
    userId: row.user_id,
    kinds: row.has_device ? ['email', 'push'] : ['email'],
    batchSeconds: settings.email_notifications_batching_period_seconds,
    receiver: {
      isAuthor: row.user_id === message.authorId,
      isBot: false,
      isActive: true,
      hasMutedSender: row.has_muted_sender,
      isAway: isAway({
        hasLiveQueue: row.has_live_queue,
        secondsSinceActive: row.seconds_since_active ?? undefined,
      }),
      isQuiet: quietUntil(settings, row.time) !== undefined,
      settings,
      place:
        message.channelId === null
          ? { kind: 'direct' }
          : { kind: 'channel', settings: channelSettings, topic: TOPIC_STATES[row.policy ?? 0] ?? 'none' },
      mentions: {
        isMentioned: named?.isMentioned ?? false,
        isTopicMentioned: named?.isTopicMentioned ?? false,
        isChannelMentioned: message.mentionsChannel,
      },
    },
  };
}
