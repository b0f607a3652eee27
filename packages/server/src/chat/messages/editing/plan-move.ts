import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { accessRelated } from '../../channels/access.ts';
import type { ChannelRow } from '../../channels/channel.ts';
import { canAdminister, type Relation } from '../../channels/rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { hasRealmPermission } from '../../../organization/groups/permissions.ts';
import { isAdministrator, type Actor } from '../../../http/actor.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import type { Accessed } from '../access.ts';
import {
  canPost,
  refuseTopicFor,
  refuseTopicPolicy,
  postingRelationIn,
  type PostingRelation,
} from '../posting-rights.ts';
import { ageOf } from './age.ts';
import type { Change } from './change.ts';
import type { Resolution } from './resolution.ts';
import { canMove, canResolve, isInTime, movingLimit, strictest } from './rights.ts';
import { refuseLateTopic } from './time-limit.ts';

type InChannel = Extract<Accessed, { kind: 'channel' }>;
/** A channel and what the actor has to do with it. */
type Related = { readonly channel: ChannelRow; readonly relation: Relation };

/** A move that the actor may make. */
export type Move = {
  readonly source: ChannelRow;
  readonly target: ChannelRow;
  readonly isChannelChanged: boolean;
  /** The topic where the messages go. */
  readonly topic: string;
  readonly isTopicChanged: boolean;
  readonly resolution: Resolution | undefined;
  readonly mode: Change['mode'];
};

export async function planMove(
  reader: Reader,
  actor: Actor,
  accessed: InChannel,
  change: Change,
  now: number,
): Promise<Move> {
  const { message } = accessed;
  const { channelId } = change;
  const target: Related =
    channelId === undefined
      ? accessed
      : await accessRelated(reader, actor, channelId, 'content', { archived: 'refused' });
  const topic = change.topic ?? message.topic;
  refuseTopicPolicy(actor, target.channel, topic);
  if (topic === NO_TOPIC) refuseTopicPolicy(actor, target.channel, '');
  const standing = await postingRelationIn(reader, actor.user, target.channel, target.relation.isSubscribed);
  const limits = limitsOf(actor, change);
  if (change.topic !== undefined) await refuseTopicChange(reader, actor, accessed, target, change);
  // A whole topic is judged by all of its messages together.
  const isWhole = change.mode === 'change_all';
  if (!isWhole) refuseAge(accessed, limits.slice(0, 1), now);
  if (channelId !== undefined) await refuseChannelChange(reader, actor, accessed, target, standing);
  if (!isWhole) refuseAge(accessed, limits, now);
  const limit = strictest(limits);
  if (isWhole && limit !== null) await refuseLateTopic(reader, actor, accessed, limit, now);
  if (change.resolution === undefined)
    refuseTopicFor(standing, await hasTopic(reader, target.channel, topic));
  return {
    source: accessed.channel,
    target: target.channel,
    isChannelChanged: channelId !== undefined,
    topic,
    isTopicChanged: change.topic !== undefined,
    resolution: change.resolution,
    mode: change.mode,
  };
}

/** An older name of the empty topic, which a move does not turn into it. */
const NO_TOPIC = '(no topic)';

/** How old the messages may be: for a change of the topic first, then for one of the channel. */
function limitsOf({ realm, user }: Actor, { topic, channelId, resolution }: Change): (number | null)[] {
  const settings = realmSettingsOf(realm);
  return [
    topic === undefined || resolution !== undefined
      ? null
      : settings.move_messages_within_stream_limit_seconds,
    channelId === undefined ? null : settings.move_messages_between_streams_limit_seconds,
  ].map((limit) => movingLimit(user, limit));
}

function refuseAge({ message }: InChannel, limits: readonly (number | null)[], now: number): void {
  if (!limits.every((limit) => isInTime(ageOf(message, now), limit)))
    throw badRequest('This message is too old to be moved.');
}

async function refuseTopicChange(
  reader: Reader,
  { realm, user }: Actor,
  source: InChannel,
  target: Related,
  { resolution }: Change,
): Promise<void> {
  const holds = (name: ChannelPermission): boolean =>
    source.relation.groups.has(name) || target.relation.groups.has(name);
  if (resolution !== undefined) {
    const isPermitted = await hasRealmPermission(reader, realm, user, 'can_resolve_topics_group');
    if (!canResolve({ isPermitted, isPermittedHere: holds('can_resolve_topics_group') }))
      throw badRequest('You may not resolve topics here.');
    return;
  }
  const isAllowed = canMove({
    isPermitted: await hasRealmPermission(reader, realm, user, 'can_move_messages_between_topics_group'),
    isAdministrator: isAdministrator(user),
    administersSource: canAdminister(user, source.relation),
    isPermittedHere: holds('can_move_messages_within_channel_group'),
  });
  if (!isAllowed) throw badRequest('You may not move messages to other topics here.');
}

async function refuseChannelChange(
  reader: Reader,
  { realm, user }: Actor,
  source: InChannel,
  target: Related,
  standing: PostingRelation,
): Promise<void> {
  const isAllowed = canMove({
    isPermitted: await hasRealmPermission(reader, realm, user, 'can_move_messages_between_channels_group'),
    isAdministrator: isAdministrator(user),
    administersSource: canAdminister(user, source.relation),
    isPermittedHere: source.relation.groups.has('can_move_messages_out_of_channel_group'),
  });
  if (!isAllowed) throw badRequest('You may not move messages out of this channel.');
  if (!canPost(user, target.channel, standing)) throw badRequest('You may not write in that channel.');
}

async function hasTopic(reader: Reader, channel: ChannelRow, topic: string): Promise<boolean> {
  return (
    (await reader.first(
      sql`select 1 from topic
      where realm_id = ${channel.realm_id} and channel_id = ${channel.id} and topic_key = lower(${topic})`,
    )) !== undefined
  );
}
