import { subscribe, updateSubscriptionProperty } from '@parley/contract/endpoints/channels.ts';
import { archiveStream, updateStream } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { anyUser, anyChannel, anyTopic, channelAt, stepKind, userAt } from './step-kind.ts';
import { topicKey, type Privacy, type TopicPolicy } from './model.ts';
import { canPost, canRead, isIn } from './rules.ts';

type Belonging = { readonly who: number; readonly whom: number; readonly channel: number };

const anyBelonging: Parameters<typeof stepKind<Belonging>>[0]['invent'] = (model, random) => {
  const whom = anyUser(model, random);
  return { who: random.chance(0.4) ? 0 : whom, whom, channel: anyChannel(model, random) };
};

export const join = stepKind<Belonging>({
  name: 'subscribe',
  needs: [subscribe],
  weight: 4,
  invent: anyBelonging,
  plan: (model, args) => {
    const [actor, user] = [userAt(model, args.who), userAt(model, args.whom)];
    const channel = channelAt(model, args.channel);
    return {
      actor,
      isAllowed: !actor.isGuest && canRead(actor, channel),
      run: async (connection) => {
        await connection.call(subscribe, {
          subscriptions: [{ name: channel.name }],
          principals: [user.id],
          send_new_subscription_messages: false,
        });
        return () => {
          channel.subscribers.add(user);
        };
      },
    };
  },
});

export const leave = stepKind<Belonging>({
  name: 'unsubscribe',
  needs: [unsubscribe],
  weight: 3,
  invent: anyBelonging,
  plan: (model, args) => {
    const [actor, user] = [userAt(model, args.who), userAt(model, args.whom)];
    const channel = channelAt(model, args.channel);
    // Channels without subscribers are not modelled.
    if (!isIn(user, channel) || channel.subscribers.size === 1) return undefined;
    return {
      actor,
      isAllowed: actor === user || actor.isAdministrator,
      run: async (connection) => {
        await connection.call(unsubscribe, { subscriptions: [channel.name], principals: [user.id] });
        return () => {
          channel.subscribers.delete(user);
        };
      },
    };
  },
});

export const muteChannel = stepKind<{ who: number; channel: number; isMuted: boolean }>({
  name: 'mute a channel',
  needs: [updateSubscriptionProperty],
  weight: 2,
  invent: (model, random) => ({
    who: anyUser(model, random),
    channel: anyChannel(model, random),
    isMuted: random.chance(0.6),
  }),
  plan: (model, { who, channel: index, isMuted }) => {
    const [actor, channel] = [userAt(model, who), channelAt(model, index)];
    return {
      actor,
      isAllowed: isIn(actor, channel) && !channel.isArchived,
      run: async (connection) => {
        await connection.call(updateSubscriptionProperty, {
          stream_id: channel.id,
          property: 'is_muted',
          value: isMuted,
        });
        return () => {
          if (isMuted) actor.mutedChannels.add(channel);
          else actor.mutedChannels.delete(channel);
        };
      },
    };
  },
});

export const setTopicPolicy = stepKind<{ who: number; channel: number; topic: string; policy: TopicPolicy }>({
  name: 'mute or follow a topic',
  needs: [updateUserTopic],
  weight: 3,
  invent: (model, random) => ({
    who: anyUser(model, random),
    channel: anyChannel(model, random),
    topic: anyTopic(random),
    policy: random.pick([0, 1, 1, 2, 3] as const),
  }),
  plan: (model, { who, channel: index, topic, policy }) => {
    const [actor, channel] = [userAt(model, who), channelAt(model, index)];
    // Removing a policy is possible even where none can be set, which is not modelled.
    if (policy === 0 && !canRead(actor, channel)) return undefined;
    return {
      actor,
      isAllowed: policy === 0 || canPost(actor, channel),
      run: async (connection) => {
        await connection.call(updateUserTopic, { stream_id: channel.id, topic, visibility_policy: policy });
        return () => {
          actor.topicPolicies.set(topicKey(channel, topic), policy);
        };
      },
    };
  },
});

export const changePrivacy = stepKind<{ channel: number; privacy: Privacy }>({
  name: 'change the privacy of a channel',
  needs: [updateStream],
  weight: 1,
  invent: (model, random) => ({
    channel: anyChannel(model, random),
    privacy: random.pick(['public', 'shared', 'protected', 'protected'] as const),
  }),
  plan: (model, { channel: index, privacy }) => {
    const [owner, channel] = [userAt(model, 0), channelAt(model, index)];
    if (channel.privacy === privacy) return undefined;
    return {
      actor: owner,
      isAllowed: canRead(owner, channel),
      run: async (connection) => {
        await connection.call(updateStream, {
          stream_id: channel.id,
          is_private: privacy !== 'public',
          history_public_to_subscribers: privacy !== 'protected',
        });
        return () => {
          channel.privacy = privacy;
        };
      },
    };
  },
});

export const archive = stepKind<{ channel: number }>({
  name: 'archive or unarchive a channel',
  needs: [archiveStream, updateStream],
  weight: 1,
  invent: (model, random) => ({ channel: anyChannel(model, random) }),
  plan: (model, { channel: index }) => {
    const [owner, channel] = [userAt(model, 0), channelAt(model, index)];
    return {
      actor: owner,
      isAllowed: true,
      run: async (connection) => {
        await (channel.isArchived
          ? connection.call(updateStream, { stream_id: channel.id, is_archived: false })
          : connection.call(archiveStream, { stream_id: channel.id }));
        return () => {
          channel.isArchived = !channel.isArchived;
        };
      },
    };
  },
});
