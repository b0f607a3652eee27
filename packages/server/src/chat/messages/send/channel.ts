import { botTypes } from '@parley/contract/objects/user.ts';
import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { markRecentlyActive } from '../../channels/activity.ts';
import { canSee, refusePost, type PostingRelation } from '@parley/contract/rights/channel-rights.ts';
import { channelLink } from '../../notices/links.ts';
import { notifyBotOwner } from '../../notices/notify-bot-owner.ts';
import { updatePoliciesAfterSend } from '../../topics/policies-after-send.ts';
import { lockConversations } from '../access.ts';
import { policyAfterSending } from '../follow.ts';
import { receiversIn } from './compose.ts';
import type { ChannelContext, ContextChannel, ContextQuery } from './context.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { expectedPolicy, settledPolicy } from './policy-of-sender.ts';
import { postingRelationIn, refuseTopicFor, refuseTopicPolicy } from './posting-rights.ts';
import type {
  AllowedRecipient,
  CheckedText,
  Placement,
  Recipient,
  RecipientContext,
  SendEffects,
} from './recipient.ts';
import type { ChannelAddress, Sender } from './request.ts';
import { hexOf } from './send-key.ts';
import { q, type Reader, sql } from '../../../engine/db/sql.ts';
import { badRequest, throwRefusal, ApiError } from '../../../engine/api-error.ts';
import { isBot, leavesOut, SYSTEM_ROLE, type UserRow } from '../../../http/actor.ts';
import { restrictedScopeOf } from '../../../organization/users/audience.ts';
import { lockSelf } from '../../../organization/users/lock-self.ts';

type SendContext = RecipientContext & {
  readonly query: ContextQuery;
  readonly isCached: boolean;
  readonly found: ChannelContext;
};

type AllowedChannel = AllowedRecipient & {
  readonly channel: ContextChannel;
  readonly relation: PostingRelation;
};

export function channelRecipient(address: ChannelAddress): Recipient<SendContext, AllowedChannel> {
  return {
    context: (sender) => contextOf(sender, address),
    check: (sender, { found }) => checkChannel(sender, found, address),
    place: (sender, context, to, text) => placeInChannel(sender, context, to, text, address.topic),
  };
}

async function contextOf(sender: Sender, { channel, topic }: ChannelAddress): Promise<SendContext> {
  const { realm, user, key } = sender;
  const { reader, contexts } = sender.world.sending;
  const query: ContextQuery = {
    realmId: realm.id,
    userId: user.id,
    channel: channel ?? (await defaultChannel(reader, user)),
    topic,
    key: hexOf(key),
  };
  const mayUseCache = sender.accessVersion !== undefined && sender.isRepeat !== true;
  const cached = mayUseCache ? contexts.lookup(query) : undefined;
  const found = cached ?? (await contexts.find(query));
  return { query, isCached: cached !== undefined, found, senderContext: found.senderContext };
}

async function checkChannel(
  sender: Sender,
  { channel, isSubscribed, hasTopic }: ChannelContext,
  address: ChannelAddress,
): Promise<AllowedChannel> {
  const { world, user } = sender;
  if (channel === undefined || leavesOut(sender.limits, channel.id)) throw noSuchChannel(address);
  const relation = await postingRelationIn(world.sending.reader, user, channel, isSubscribed);
  throwRefusal(refusePost(user, channel, relation, sender.isInvited));
  refuseTopicFor(relation, hasTopic);
  refuseTopicPolicy(sender, channel, address.topic);
  const mentionTarget = {
    channelId: channel.id,
    topic: address.topic,
    subscribers: channel.subscriber_count,
  };
  return { channel, relation, mentionTarget };
}

async function placeInChannel(
  sender: Sender,
  { query, isCached, found }: SendContext,
  { channel, relation }: AllowedChannel,
  { rendered, called }: CheckedText,
  topic: string,
): Promise<Placement> {
  const { world, realm, user, accessVersion } = sender;
  const { reader, contexts } = world.sending;
  const visitors = await visitingBots(reader, channel, rendered.mentions.users);
  const policy = await expectedPolicy(reader, user, found, { channel, topic });
  const name = canSee(user, channel, relation.mine) ? channel.name : undefined;
  return {
    destination: {
      audience: receiversIn(channel, visitors),
      homeId: channel.conversation_id,
      channel,
      topic,
      users: [],
    },
    target: { kind: 'channel', id: channel.id, name, topic },
    composition: {
      accessVersion: accessVersion === undefined ? undefined : Math.min(accessVersion, found.accessVersion),
      policy,
      knownBy: found.isSubscribed ? undefined : await restrictedScopeOf(reader, realm, user),
      visitors,
    },
    effects: effectsIn(channel, sender, policy, called.users),
    afterCommit: async (isBatched) => {
      if (isBatched && !isCached && isCacheable(sender, found, channel)) contexts.keep(query, found);
      if (channel.subscriber_count === 0 && isBot(user))
        await notifyBotOwner(world, sender, `${channelLink(channel)} has no subscribers.`).catch(
          (error: unknown) => world.report(error, 'notify the owner of a bot'),
        );
    },
  };
}

/**
 * Topic policies change before the message, so that their events precede it. The conversation is locked before them:
 * of several messages that begin a topic at once, the stored first one alone starts it.
 */
function effectsIn(
  channel: ContextChannel,
  sender: Sender,
  expected: OutgoingMessage['policy'],
  called: readonly number[],
): SendEffects | undefined {
  if (expected === 0 && called.length === 0 && channel.is_recently_active) return undefined;
  const { user } = sender;
  return {
    before: async (tx, { topic, sentAt }) => {
      if (expected !== 0 || called.includes(user.id)) await lockSelf(tx, sender);
      await lockConversations(tx, [channel.conversation_id]);
      const policy =
        expected === visibilityPolicies.inherit
          ? expected
          : await settledPolicy(tx, user, { channel, topic });
      const at = { channelId: channel.id, topic };
      return (await updatePoliciesAfterSend(tx, { user, policy }, called, at, sentAt))
        ? policy
        : visibilityPolicies.inherit;
    },
    after: async (tx) => {
      if (!channel.is_recently_active) await markRecentlyActive(tx, channel);
    },
  };
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
    policyAfterSending(user, {
      policy: visibilityPolicies.inherit,
      isChannelMuted: isMuted,
      isNew: false,
    }) === visibilityPolicies.inherit
  );
}

function noSuchChannel({ channel, requestedName }: ChannelAddress): ApiError {
  if (channel === undefined) return badRequest("Missing parameter 'to': name the channel.");
  return new ApiError('STREAM_DOES_NOT_EXIST', 'There is no such channel.', {
    extra: typeof channel === 'number' ? { stream_id: channel } : { stream: requestedName ?? channel },
  });
}

/** Bots that receive the messages which mention them: generic ones, outgoing webhooks and embedded ones. */
const VISITING_BOT_TYPES = [botTypes.generic, botTypes.outgoingWebhook, botTypes.embedded];

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
      where p.realm_id = ${realm_id} and p.is_active and p.bot_type = any(${VISITING_BOT_TYPES}::int[]) and p.role <> ${SYSTEM_ROLE}
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
