import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { visibilityPolicy } from '../objects/personal.ts';
import { json, text } from '../parameter.ts';
import { integer, textUpTo } from '../primitives.ts';

export const updateUserTopic = endpoint({
  id: 'update-user-topic',
  method: 'POST',
  path: '/user_topics',
  tag: 'channels',
  scope: 'organize',
  since: 170,
  summary: 'Say what you want to hear of a topic',
  synonyms: ['mute a topic', 'unmute a topic', 'follow a topic'],
  doc: 'Mutes, unmutes or follows a topic for the caller, or removes its policy.',
  parameters: {
    stream_id: json(integer, 'The channel.'),
    topic: text(textUpTo(limits.topicLength), 'The topic. It need not have any messages.'),
    visibility_policy: json(
      visibilityPolicy,
      'The policy: 0 as the channel, 1 muted, 2 unmuted, 3 followed.',
    ),
  },
});
