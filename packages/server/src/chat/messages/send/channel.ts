import { markRecentlyActive } from '../../channels/activity.ts';
import { canSee } from '../../channels/rights.ts';
import { renderFor } from '../rendering/render.ts';
import { compose, type Composition, readersFromStart, receiversIn } from './compose.ts';
import { policyAfterSending } from '../follow.ts';
import { resolveMentions } from '../mentions.ts';
import { canPost, refuseTopicFor, refuseTopicPolicy, postingRelationIn } from './posting-rights.ts';
import type { ChannelAddress, Sender, Sent } from './request.ts';
import { resultOfEarlier } from './send-key.ts';
import { hasFiles, type OutgoingMessage } from './outgoing-message.ts';
import type { ChannelContext, ContextChannel, ContextQuery } from './context.ts';
import { notifyBotOwner } from '../../notices/notify-bot-owner.ts';
import { channelLink } from '../../notices/links.ts';
import { addWithWidget } from '../../submessages/add-submessage.ts';
import { updatePoliciesAfterSend } from '../../topics/policies-after-send.ts';
import { q, type Reader, sql } from '../../../engine/db/sql.ts';
import { badRequest, ApiError } from '../../../engine/api-error.ts';
import { isBot, SYSTEM_ROLE, type UserRow } from '../../../http/actor.ts';
import { restrictedScopeOf } from '../../../organization/users/audience.ts';
import { lockSelf } from '../../../organization/users/lock-self.ts';

export async function sendToChannel(sender: Sender, address: ChannelAddress, content: string): Promise<Sent> {
  const { world, realm, user } = sender;
  const { sending } = world;
  const query = await questionFor(sender, address);
  const mayUseCache = sender.accessVersion !== undefined && sender.isRepeat !== true;
  const cached = mayUseCache ? sending.contexts.lookup(query) : undefined;
  const context = cached ?? (await sending.contexts.find(query));
  const earlier = resultOfEarlier(sender.key, context.senderContext.earlier);
  if (earlier !== undefined) return earlier;
  const { channel, relation, vocabulary, rendered, called } = await checkForChannel(
    sender,
    context,
    address,
    content,
  );
  const visitors = await visitingBots(sending.reader, channel, rendered.mentions.users);
  const policy = await policyOf(sending.reader, sender, context, channel, address.topic);
  const composition: Composition = {
    actor: sender,
    client: sender.client.name,
    sentAt: world.clock.now(),
    content,
    rendered,
    called,
    alerted: [...vocabulary.alertedBy(content)],
    read: readersFromStart(sender, context.senderContext),
    echo: sender.echo,
    key: sender.key,
    accessVersion:
      sender.accessVersion === undefined ? undefined : Math.min(sender.accessVersion, context.accessVersion),
    policy,
    knownBy: context.isSubscribed ? undefined : await restrictedScopeOf(sending.reader, realm, user),
    vocabulary,
    visitors,
  };
  const outgoing = compose(
    world,
    {
      audience: receiversIn(channel, visitors),
      homeId: channel.conversation_id,
      channel,
      topic: address.topic,
      users: [],
    },
    composition,
  );
  const isPlain =
    policy === 0 &&
    called.users.length === 0 &&
    channel.is_recently_active &&
    sender.widget === undefined &&
    sender.beforeStore === undefined &&
    !hasFiles(outgoing);
  const sent = isPlain
    ? { id: await sending.outbox.send(realm.id, outgoing), policy: 0 as const }
    : await sendWithEffects(sender, outgoing, called.users, channel);
  if (isPlain && cached === undefined && isCacheable(sender, context, channel))
    sending.contexts.keep(query, context);
  if (channel.subscriber_count === 0 && isBot(user))
    // The message is committed, so a failure of the notice must not fail the request.
    await notifyBotOwner(world, sender, `${channelLink(channel)} has no subscribers.`).catch(world.report);
  const name = canSee(user, channel, relation.mine) ? channel.name : undefined;
  return { ...sent, target: { kind: 'channel', id: channel.id, name, topic: address.topic } };
}

/**
 * A context can be cached if every change that matters raises the version: the topic exists, history is public, and
 * no setting of the sender changes the topic's visibility policy.
 */
function isCacheable(
  { user }: Sender,
  { hasTopic, isMuted }: ChannelContext,
  { is_history_public }: ContextChannel,
): boolean {
  return (
    hasTopic &&
    is_history_public &&
    policyAfterSending(user, { policy: 0, isChannelMuted: isMuted, isNew: false }) === 0
  );
}

/** Reads the current context of a channel and topic from the database. */
export async function readChannelContext(sender: Sender, address: ChannelAddress): Promise<ChannelContext> {
  return sender.world.sending.contexts.find(await questionFor(sender, address));
}

async function questionFor(sender: Sender, { channel, topic }: ChannelAddress): Promise<ContextQuery> {
  const { world, realm, user } = sender;
  return {
    realmId: realm.id,
    userId: user.id,
    channel: channel ?? (await defaultChannel(world.sending.reader, user)),
    topic,
    key: sender.key?.key.toString('hex') ?? '',
  };
}

/** Renders a text for a channel; refuses what the sender may not do there. */
export async function checkForChannel(
  sender: Sender,
  context: ChannelContext,
  address: ChannelAddress,
  content: string,
) {
  const { world, realm, user } = sender;
  const { sending } = world;
  const channel = context.channel ?? noSuch(address);
  const relation = await postingRelationIn(sending.reader, user, channel, context.isSubscribed);
  if (!canPost(user, channel, relation)) throw badRequest('You may not write in this channel.');
  refuseTopicFor(relation, context.hasTopic);
  refuseTopicPolicy(sender, channel, address.topic);
  const vocabulary = await sending.vocabularyOf(realm.id, context.senderContext.versions);
  const rendered = await renderFor(sending, world, sender, content, vocabulary);
  const called = await resolveMentions(sending.reader, sender, rendered.mentions, {
    channelId: channel.id,
    topic: address.topic,
    subscribers: channel.subscriber_count,
  });
  return { channel, relation, vocabulary, rendered, called };
}

/** Changes topic visibility policies in the same transaction, so that their events precede the message. */
async function sendWithEffects(
  sender: Sender,
  outgoing: OutgoingMessage,
  called: readonly number[],
  channel: ContextChannel,
): Promise<Omit<Sent, 'target'>> {
  const { world, realm, user } = sender;
  const at = { channelId: channel.id, topic: outgoing.topic };
  const sent = await world.write(realm.id, async (tx) => {
    await sender.beforeStore?.(tx);
    if (outgoing.policy !== 0 || called.includes(user.id)) await lockSelf(tx, sender);
    const isChanged = await updatePoliciesAfterSend(
      tx,
      { user, policy: outgoing.policy },
      called,
      at,
      outgoing.sentAt,
    );
    const policy = isChanged ? outgoing.policy : 0;
    const added = await addWithWidget(tx, { ...outgoing, policy }, sender.widget);
    if (!channel.is_recently_active) await markRecentlyActive(tx, channel);
    return () => ({ id: tx.placed(added), policy });
  });
  return sent();
}

function noSuch({ channel, requestedName }: ChannelAddress): never {
  if (channel === undefined) throw badRequest("Missing parameter 'to': name the channel.");
  throw new ApiError('STREAM_DOES_NOT_EXIST', 'There is no such channel.', {
    extra: typeof channel === 'number' ? { stream_id: channel } : { stream: requestedName ?? channel },
  });
}

const GENERIC_BOT = 1;

/** Mentioned bots that are not subscribed to the channel: a bot receives every message that mentions it. */
async function visitingBots(
  reader: Reader,
  { realm_id, id }: ContextChannel,
  mentioned: readonly number[],
): Promise<number[]> {
  if (mentioned.length === 0) return [];
  const rows = await reader.all(
    sql<{ id: number }>`
      select p.id from realm_user p
      where p.realm_id = ${realm_id} and p.is_active and p.bot_type = ${GENERIC_BOT} and p.role <> ${SYSTEM_ROLE}
        and p.id = any(${[...mentioned]}::bigint[])
        and not exists (
          select from subscription s where s.realm_id = p.realm_id and s.user_id = p.id
            and s.channel_id = ${id} and s.is_active
        )`,
  );
  return rows.map((row) => row.id);
}

/** The channel of a bot's messages that name none. */
async function defaultChannel(reader: Reader, user: UserRow): Promise<number | null> {
  if (user.bot_type === null) return null;
  const row = await reader.first(
    q
      .selectFrom('bot')
      .select('default_sending_channel_id')
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id),
  );
  return row?.default_sending_channel_id ?? null;
}

async function policyOf(
  reader: Reader,
  { user }: Sender,
  context: ChannelContext,
  channel: ContextChannel,
  topic: string,
): Promise<0 | 2 | 3> {
  return policyAfterSending(user, {
    policy: context.policy,
    isChannelMuted: context.isMuted,
    isNew: !context.hasTopic || (await isUnseen(reader, user, channel, topic)),
  });
}

/** In a channel with protected history, a topic is new to a user who received none of its messages. */
async function isUnseen(
  reader: Reader,
  user: UserRow,
  channel: ContextChannel,
  topic: string,
): Promise<boolean> {
  if (channel.is_history_public) return false;
  const row = await reader.first(
    sql`select 1 from message m
      join subscription s on s.realm_id = m.realm_id and s.channel_id = m.channel_id
        and s.user_id = ${user.id} and s.periods @> coalesce(m.arrived_at, m.id)
      where m.realm_id = ${user.realm_id} and m.channel_id = ${channel.id}
        and m.topic_key = lower(${topic}) limit 1`,
  );
  return row === undefined;
}
