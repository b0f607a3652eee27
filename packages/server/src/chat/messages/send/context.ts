import type { ChannelRow } from '../../channels/channel.ts';
import { batchLookups } from '../../../engine/db/batch-lookups.ts';
import type { VersionedCache } from '../../../engine/db/versioned-cache.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { EarlierSend } from './send-key.ts';
import type { VocabularyVersions } from '../rendering/vocabulary.ts';

/** Everything that sending to a channel reads from the database, from one snapshot. */
export type ChannelContext = {
  readonly channel: ContextChannel | undefined;
  readonly isSubscribed: boolean;
  readonly isMuted: boolean;
  readonly hasTopic: boolean;
  /** The sender's visibility policy for the topic; 0 if there is none. */
  readonly policy: number;
  readonly senderContext: SenderContext;
  /** The organization's version at that snapshot. */
  readonly accessVersion: number;
};

/** The part of the context that does not depend on the recipient. */
export type SenderContext = {
  /** Users who muted the sender. */
  readonly muters: readonly number[];
  readonly versions: VocabularyVersions;
  readonly earlier: EarlierSend | undefined;
};

export type ContextChannel = Pick<
  ChannelRow,
  | 'realm_id'
  | 'id'
  | 'conversation_id'
  | 'name'
  | 'is_private'
  | 'is_web_public'
  | 'is_history_public'
  | 'is_archived'
  | 'is_recently_active'
  | 'topics_policy'
  | 'subscriber_count'
  | 'permissions'
>;

export type ContextQuery = {
  readonly realmId: number;
  readonly userId: number;
  readonly channel: number | string | null;
  readonly topic: string;
  /** Hexadecimal; empty for none. */
  readonly key: string;
};

export type ChannelContexts = {
  find(query: ContextQuery): Promise<ChannelContext>;
  /** Returns a cached context without reading the database; the commit must verify its version. */
  lookup(query: ContextQuery): ChannelContext | undefined;
  keep(query: ContextQuery, context: ChannelContext): void;
};

const MAX_CACHED_CONTEXTS = 10_000;

/** Lookups of concurrent sends are combined into one query. */
export function createChannelContexts(reader: Reader, cache: VersionedCache): ChannelContexts {
  const cached = cache.section<ChannelContext>(MAX_CACHED_CONTEXTS);
  const find = batchLookups(async (keys) => {
    const rows = await readRows(
      reader,
      keys.map((key) => JSON.parse(key) as ContextQuery),
    );
    return new Map(rows.map((row) => [keys[row.index - 1] ?? '', contextOf(row)]));
  });
  return {
    find: async (query) => {
      const context = await find(JSON.stringify(query));
      if (context === undefined) throw new Error('The lookup of a channel context returned no row.');
      return context;
    },
    lookup: (query) => cached.lookup(cacheKeyOf(query)),
    keep: (query, context) => {
      cached.keep(
        cacheKeyOf(query),
        { realmId: query.realmId, accessVersion: context.accessVersion },
        context,
      );
    },
  };
}

function cacheKeyOf({ realmId, userId, channel, topic }: ContextQuery): string {
  return JSON.stringify([realmId, userId, channel, topic]);
}

type Row = {
  index: number;
  channel: ContextChannel | null;
  is_active: boolean | null;
  is_muted: boolean | null;
  has_topic: boolean;
  policy: number | null;
  muters: number[];
  linkifiers: number | null;
  alert_words: number | null;
  emoji: number | null;
  earlier: EarlierSend | null;
  access_version: number;
};

function contextOf(row: Row): ChannelContext {
  return {
    channel: row.channel ?? undefined,
    isSubscribed: row.is_active === true,
    isMuted: row.is_active === true && row.is_muted === true,
    hasTopic: row.has_topic,
    policy: row.policy ?? 0,
    senderContext: {
      muters: row.muters,
      versions: {
        linkifiers: row.linkifiers ?? 0,
        alertWords: row.alert_words ?? 0,
        emoji: row.emoji ?? 0,
      },
      earlier: row.earlier ?? undefined,
    },
    accessVersion: row.access_version,
  };
}

function readRows(reader: Reader, queries: readonly ContextQuery[]): Promise<Row[]> {
  const ids = queries.map(({ channel }) => (typeof channel === 'number' ? channel : null));
  const names = queries.map(({ channel }) => (typeof channel === 'string' ? channel : null));
  return reader.all(
    sql<Row>`
      select q.index, c.channel, s.is_active, s.is_muted, t.topic_key is not null as has_topic, w.policy,
        array(
          select user_id from muted_user where realm_id = q.realm_id and muted_id = q.user_id
        ) as muters,
        (select version from vocabulary_version where realm_id = q.realm_id and name = 'linkifiers') as linkifiers,
        (select version from vocabulary_version where realm_id = q.realm_id and name = 'alert words') as alert_words,
        (select version from vocabulary_version where realm_id = q.realm_id and name = 'emoji') as emoji,
        (
          select json_build_object(
            'message_id', message_id, 'content_hash', encode(content_hash, 'hex'), 'policy', policy
          ) from sent_key
          where realm_id = q.realm_id and user_id = q.user_id and q.key <> '' and key = decode(q.key, 'hex')
        ) as earlier,
        (select access_version from realm_head where realm_id = q.realm_id) as access_version
      from unnest(
        ${queries.map(({ realmId }) => realmId)}::bigint[], ${queries.map(({ userId }) => userId)}::bigint[],
        ${ids}::bigint[], ${names}::text[], ${queries.map(({ topic }) => topic)}::text[],
        ${queries.map(({ key }) => key)}::text[]
      ) with ordinality as q (realm_id, user_id, channel_id, channel_name, topic, key, index)
      left join lateral (
        select id, json_build_object(
          'realm_id', realm_id, 'id', id, 'conversation_id', conversation_id, 'name', name,
          'is_private', is_private, 'is_web_public', is_web_public, 'is_history_public', is_history_public,
          'is_archived', is_archived, 'is_recently_active', is_recently_active, 'topics_policy', topics_policy,
          'subscriber_count', subscriber_count, 'permissions', permissions
        ) as channel
        from channel
        where realm_id = q.realm_id and id = coalesce(q.channel_id, (
          select id from channel where realm_id = q.realm_id and lower(name) = lower(q.channel_name)
        ))
      ) c on true
      -- "offset 0" forces one index lookup per row, even when the planner has no statistics for the tables.
      left join lateral (
        select is_active, is_muted from subscription
        where realm_id = q.realm_id and user_id = q.user_id and channel_id = c.id offset 0
      ) s on true
      left join lateral (
        select topic_key from topic
        where realm_id = q.realm_id and channel_id = c.id and topic_key = lower(q.topic) offset 0
      ) t on true
      left join lateral (
        select policy from topic_policy
        where realm_id = q.realm_id and user_id = q.user_id and channel_id = c.id
          and lower(topic) = lower(q.topic) offset 0
      ) w on true`,
    'place-of-message',
  );
}
