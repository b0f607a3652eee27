import { urlOf } from '../../../engine/hosts.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../../http/actor.ts';
import { wordsOfUser } from '../../../http/words-of-user.ts';
import type { World } from '../../../http/world.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import { conversationPath } from '../../messages/links.ts';
import { conversationOf, hiddenBy, namesRealm, receiverOf, targetOf } from '../email/describe.ts';
import { emailMessageOf, loadMessages, visibleAmong } from '../email/load-messages.ts';
import { unsubscribeUrlOf } from '../unsubscribe/link.ts';
import { chooseTopics, topicsOfUser, type BusyTopic } from './busy-topics.ts';
import type { Digest, DigestTopic, AnnouncedChannel } from './digest.ts';

const SHOWN_MESSAGES = 2;

/** Collects the digest of a user; undefined if there is nothing to tell. */
export async function describeDigest(
  tx: Tx,
  world: World,
  userId: number,
  busy: readonly BusyTopic[],
): Promise<Digest | undefined> {
  const actor = await actorOf(tx, userId);
  if (actor === undefined) return undefined;
  const { realm, user } = actor;
  const own = chooseTopics(await topicsOfUser(tx, realm.id, user.id, busy));
  const topics: DigestTopic[] = [];
  for (const topic of own) topics.push(...(await describeTopic(tx, world, actor, topic)));
  const channels = await newChannels(tx, world, actor);
  if (topics.length + channels.length === 0) return undefined;
  const settings = settingsOf(user);
  return {
    words: wordsOfUser(user),
    receiver: receiverOf(user),
    realm: { name: realm.name, url: urlOf(world.config.hosts, realm.subdomain) },
    noReplyAddress: world.config.mail?.from ?? '',
    topics,
    channels,
    hiddenBy: hiddenBy(actor),
    namesRealm: await namesRealm(tx, settings.realm_name_in_email_notifications_policy),
    unsubscribeUrl: unsubscribeUrlOf(world, realm, user.id, 'digest'),
  };
}

async function actorOf(tx: Tx, userId: number): Promise<Actor | undefined> {
  const user = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  return user === undefined || realm === undefined ? undefined : { user, realm };
}

/** Nothing if the user received none of the messages. */
async function describeTopic(tx: Tx, world: World, actor: Actor, { ids }: BusyTopic): Promise<DigestTopic[]> {
  const visible = await visibleAmong(tx, actor, ids);
  const shown = await loadMessages(tx, { ...actor, world }, visible.slice(0, SHOWN_MESSAGES));
  const [first] = shown;
  if (first === undefined) return [];
  const url = urlOf(world.config.hosts, actor.realm.subdomain);
  return [
    {
      conversation: conversationOf(first, actor.user.id),
      url: url + conversationPath(targetOf(first)),
      messages: shown.map(emailMessageOf),
      messageCount: visible.length,
    },
  ];
}

const NEW_CHANNEL_DAYS = 7;
const MAX_CHANNELS = 5;

/** Channels of the last week that the user can join. */
async function newChannels(tx: Tx, world: World, { realm, user }: Actor): Promise<AnnouncedChannel[]> {
  const rows = await tx.all(sql<{ id: number; name: string; description: string }>`
    select c.id, c.name, c.description from channel c
    where c.realm_id = ${realm.id} and not c.is_private and not c.is_archived
      and (c.is_web_public or not ${isGuest(user)})
      and c.created_at > now() - make_interval(days => ${NEW_CHANNEL_DAYS})
      and not exists (select from subscription s
        where s.realm_id = c.realm_id and s.user_id = ${user.id} and s.channel_id = c.id and s.is_active)
    order by c.id desc limit ${MAX_CHANNELS}`);
  const url = urlOf(world.config.hosts, realm.subdomain);
  return rows.map(({ id, name, description }) => ({
    name,
    description,
    url: `${url}/#narrow/channel/${id}`,
  }));
}
