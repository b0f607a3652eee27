import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { accessChannelWithRelation } from '../../channels/access.ts';
import type { ChannelRow } from '../../channels/channel.ts';
import {
  canAdminister,
  refusePost,
  type PostingRelation,
  type Relation,
} from '@parley/contract/rights/channel-rights.ts';
import {
  movingLimit,
  refuseAge,
  refuseChannelMove,
  refuseResolving,
  refuseTopicMove,
  strictest,
} from '@parley/contract/rights/message-rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { hasRealmPermission } from '../../../organization/groups/permissions.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../../http/actor.ts';
import { badRequest, throwRefusal } from '../../../engine/api-error.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import type { Accessed } from '../access.ts';
import { refuseTopicFor, refuseTopicPolicy, postingRelationIn } from '../send/posting-rights.ts';
import { ageOf } from './age.ts';
import type { RequestedChange } from './change.ts';
import type { Resolution } from './resolution.ts';
import { refuseLateTopic } from './time-limit.ts';

type InChannel = Extract<Accessed, { kind: 'channel' }>;
/** A channel and the actor's relation to it. */
type Related = { readonly channel: ChannelRow; readonly relation: Relation };

/** A move that the actor is allowed to make. */
export type Move = {
  readonly source: ChannelRow;
  readonly target: ChannelRow;
  readonly isChannelChanged: boolean;
  /** The target topic. */
  readonly topic: string;
  readonly isTopicChanged: boolean;
  readonly resolution: Resolution | undefined;
  readonly mode: RequestedChange['mode'];
};

export async function planMove(
  reader: Reader,
  actor: Actor,
  accessed: InChannel,
  change: RequestedChange,
  now: number,
): Promise<Move> {
  const { message } = accessed;
  const { channelId } = change;
  const target: Related =
    channelId === undefined
      ? accessed
      : await accessChannelWithRelation(reader, actor, channelId, 'content', { archived: 'refused' });
  const topic = change.topic ?? message.topic;
  refuseTopicPolicy(actor, target.channel, topic);
  if (topic === NO_TOPIC) refuseTopicPolicy(actor, target.channel, '');
  const postingRelation = await postingRelationIn(
    reader,
    actor.user,
    target.channel,
    target.relation.isSubscribed,
  );
  const limits = limitsOf(actor, change);
  if (change.topic !== undefined) await refuseTopicChange(reader, actor, accessed, target, change);
  // The age limit of a whole topic is checked for all of its messages together.
  const isWhole = change.mode === 'change_all';
  const age = ageOf(message, now);
  if (!isWhole) throwRefusal(refuseAge(age, [limits.topic]));
  if (channelId !== undefined) await refuseChannelChange(reader, actor, accessed, target, postingRelation);
  if (!isWhole) throwRefusal(refuseAge(age, [limits.topic, limits.channel]));
  const limit = strictest([limits.topic, limits.channel]);
  if (isWhole && limit !== null) await refuseLateTopic(reader, actor, accessed, limit, now);
  if (change.resolution === undefined)
    refuseTopicFor(postingRelation, await hasTopic(reader, target.channel, topic));
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

/** An older display name of the empty topic; a move keeps it as a literal name. */
const NO_TOPIC = '(no topic)';

/** The maximum ages in seconds for a change of topic and for a change of channel. */
function limitsOf(
  { realm, user }: Actor,
  { topic, channelId, resolution }: RequestedChange,
): { readonly topic: number | null; readonly channel: number | null } {
  const settings = realmSettingsOf(realm);
  const isRenamed = topic !== undefined && resolution === undefined;
  return {
    topic: isRenamed ? movingLimit(user, settings.move_messages_within_stream_limit_seconds) : null,
    channel:
      channelId === undefined
        ? null
        : movingLimit(user, settings.move_messages_between_streams_limit_seconds),
  };
}

async function refuseTopicChange(
  reader: Reader,
  { realm, user }: Actor,
  source: InChannel,
  target: Related,
  { resolution }: RequestedChange,
): Promise<void> {
  const hasChannelPermission = (name: ChannelPermission): boolean =>
    source.relation.groups.has(name) || target.relation.groups.has(name);
  if (resolution !== undefined) {
    const isPermitted = await hasRealmPermission(reader, realm, user, 'can_resolve_topics_group');
    throwRefusal(
      refuseResolving({ isPermitted, isPermittedHere: hasChannelPermission('can_resolve_topics_group') }),
    );
    return;
  }
  throwRefusal(
    refuseTopicMove({
      isPermitted: await hasRealmPermission(reader, realm, user, 'can_move_messages_between_topics_group'),
      isAdministrator: isAdministrator(user),
      administersSource: canAdminister(user, source.relation),
      isPermittedHere: hasChannelPermission('can_move_messages_within_channel_group'),
    }),
  );
}

async function refuseChannelChange(
  reader: Reader,
  { realm, user }: Actor,
  source: InChannel,
  target: Related,
  postingRelation: PostingRelation,
): Promise<void> {
  throwRefusal(
    refuseChannelMove({
      isPermitted: await hasRealmPermission(reader, realm, user, 'can_move_messages_between_channels_group'),
      isAdministrator: isAdministrator(user),
      administersSource: canAdminister(user, source.relation),
      isPermittedHere: source.relation.groups.has('can_move_messages_out_of_channel_group'),
    }),
  );
  if (refusePost(user, target.channel, postingRelation) !== undefined)
    throw badRequest('You may not send messages to the target channel.');
}

async function hasTopic(reader: Reader, channel: ChannelRow, topic: string): Promise<boolean> {
  return (
    (await reader.first(
      sql`select 1 from topic
      where realm_id = ${channel.realm_id} and channel_id = ${channel.id} and topic_key = lower(${topic})`,
    )) !== undefined
  );
}
