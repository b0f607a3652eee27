import { sql, type Reader } from '../../../engine/db/sql.ts';

/** A topic in which users, not bots, wrote during the last week. */
export type BusyTopic = {
  readonly channel_id: number;
  readonly topic_key: string;
  readonly senders: number;
  /** The oldest messages of the week, and the number of all. */
  readonly ids: readonly number[];
  readonly messages: number;
};

const DIGEST_DAYS = 7;
/** The newest messages of an organization, in which a digest looks for topics. */
const MAX_MESSAGES = 50_000;
const MAX_IDS_PER_TOPIC = 500;

export function busyTopics(reader: Reader, realmId: number): Promise<BusyTopic[]> {
  return reader.all(sql<BusyTopic>`
    select m.channel_id, m.topic_key, count(distinct m.sender_id)::int as senders, count(*)::int as messages,
      (array_agg(m.id order by m.id))[1:${sql.lit(MAX_IDS_PER_TOPIC)}] as ids
    from (
      select id, sender_id, channel_id, topic_key, sent_at from message
      where realm_id = ${realmId} order by id desc limit ${MAX_MESSAGES}
    ) as m
    join realm_user u on u.realm_id = ${realmId} and u.id = m.sender_id and u.bot_type is null
    where m.channel_id is not null and m.sent_at > now() - make_interval(days => ${DIGEST_DAYS})
    group by m.channel_id, m.topic_key`);
}

const TOPICS_BY_SENDERS = 2;
export const MAX_TOPICS = 4;

/** The topics of a digest: those with the most senders, and then those with the most messages. */
export function chooseTopics(topics: readonly BusyTopic[]): BusyTopic[] {
  const bySenders = topics.toSorted((a, b) => b.senders - a.senders || b.messages - a.messages);
  const chosen = bySenders.slice(0, TOPICS_BY_SENDERS);
  const rest = bySenders.slice(TOPICS_BY_SENDERS).toSorted((a, b) => b.messages - a.messages);
  return [...chosen, ...rest.slice(0, MAX_TOPICS - chosen.length)];
}

type Place = { readonly channel_id: number; readonly topic_key: string | null };

/** Topics of channels to which the user is subscribed, without muted channels and topics. */
export async function topicsOfUser(
  reader: Reader,
  realmId: number,
  userId: number,
  topics: readonly BusyTopic[],
): Promise<BusyTopic[]> {
  const channels = await reader.all(sql<Place>`
    select s.channel_id, null as topic_key from subscription s
    join channel c on c.realm_id = s.realm_id and c.id = s.channel_id and not c.is_archived
    where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_active and not s.is_muted`);
  const mutedTopics = await reader.all(sql<Place>`
    select channel_id, lower(topic) as topic_key from topic_policy
    where realm_id = ${realmId} and user_id = ${userId} and policy = ${sql.lit(MUTED)}`);
  const subscribed = new Set(channels.map(({ channel_id }) => channel_id));
  const muted = new Set(mutedTopics.map(keyOf));
  return topics.filter((topic) => subscribed.has(topic.channel_id) && !muted.has(keyOf(topic)));
}

const MUTED = 1;

function keyOf({ channel_id, topic_key }: Place): string {
  return `${channel_id} ${topic_key}`;
}
