import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** Messages: sent, found, changed, answered, read. */
export async function messages(
  stage: Recorder,
  { sky, office }: { readonly sky: number; readonly office: number },
): Promise<void> {
  const { show, prepare, refuse, iris, mateo, amara, jonas } = stage;
  const say = async (topic: string, content: string, as = amara): Promise<number> =>
    (await prepare(api.sendMessage, as, { type: 'channel', to: 'sky', topic, content })).id;

  const { id: nova } = await show(api.sendMessage, amara, {
    type: 'channel',
    to: 'sky',
    topic: 'nova',
    content: 'I think we have a **nova candidate** near Cassiopeia.',
  });
  const answer = await say('nova', 'Which field?', jonas);
  const last = await say('nova', 'The one of last night. @**Jonas Feld**, can you look?');
  await prepare(api.sendMessage, jonas, {
    type: 'direct',
    to: [amara.id],
    content: 'Shall we open the dome tonight?',
  });
  await refuse('REQUEST_VARIABLE_MISSING', api.sendMessage, amara, {
    type: 'channel',
    to: 'sky',
    topic: 'nova',
  } as never);
  await refuse('REQUEST_CONFUSING_VAR', api.sendMessage, amara, {
    type: 'channel',
    to: 'sky',
    topic: 'nova',
    subject: 'clouds',
    content: 'Hello',
  } as never);
  await refuse('STREAM_DOES_NOT_EXIST', api.sendMessage, amara, {
    type: 'channel',
    to: 'sea',
    topic: 'tides',
    content: 'High water at nine.',
  });
  await refuse('REQUEST_TOO_LARGE', api.sendMessage, amara, {
    type: 'direct',
    to: [jonas.id],
    content: 'x'.repeat(1024 * 1024 + 1),
  });

  await show(api.getMessages, jonas, {
    anchor: 'newest',
    num_before: 2,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: 'sky' },
      { operator: 'topic', operand: 'nova' },
    ],
  });
  await refuse('BAD_NARROW', api.getMessages, jonas, {
    anchor: 'newest',
    num_before: 2,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: 'sea' }],
  });
  await show(api.getMessage, jonas, { message_id: nova });
  await show(api.checkMessagesMatchNarrow, jonas, {
    msg_ids: [nova, answer],
    narrow: [{ operator: 'search', operand: 'nova' }],
  });
  await show(api.renderMessage, amara, { content: 'Clear **tonight** :telescope:' });
  await show(api.getStreamTopics, jonas, { stream_id: sky });
  await show(api.getConversations, jonas, { limit: 2 });

  await show(api.addReaction, jonas, { message_id: nova, emoji_name: 'telescope' });
  await refuse('REACTION_ALREADY_EXISTS', api.addReaction, jonas, {
    message_id: nova,
    emoji_name: 'telescope',
  });
  await show(api.removeReaction, jonas, { message_id: nova, emoji_name: 'telescope' });
  await refuse('REACTION_DOES_NOT_EXIST', api.removeReaction, jonas, {
    message_id: nova,
    emoji_name: 'telescope',
  });

  await show(api.updateMessageFlags, amara, { messages: [answer], op: 'add', flag: 'starred' });
  await prepare(api.updateMessageFlags, amara, { messages: [answer], op: 'remove', flag: 'starred' });
  await show(api.updateMessageFlagsForNarrow, jonas, {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow: [{ operator: 'topic', operand: 'nova' }],
    op: 'add',
    flag: 'read',
  });
  await show(api.getReadReceipts, amara, { message_id: nova });
  await show(api.markTopicAsRead, amara, { stream_id: sky, topic_name: 'nova' });
  await say('clouds', 'Clouds from the west.', jonas);
  await show(api.markStreamAsRead, amara, { stream_id: sky });
  await show(api.markAllAsRead, amara, {});

  await show(api.setTypingStatus, jonas, { op: 'start', type: 'direct', to: [amara.id] });
  await prepare(api.setTypingStatus, jonas, { op: 'stop', type: 'direct', to: [amara.id] });
  await show(api.setTypingStatusForMessageEdit, jonas, { message_id: answer, op: 'start' });
  await prepare(api.setTypingStatusForMessageEdit, jonas, { message_id: answer, op: 'stop' });

  await show(api.updateMessage, amara, {
    message_id: nova,
    content: 'I think we have a **nova** in Cassiopeia.',
  });
  await show(api.getMessageHistory, jonas, { message_id: nova });
  await prepare(api.updateMessage, mateo, {
    message_id: last,
    topic: 'nova in Cassiopeia',
    propagate_mode: 'change_one',
  });

  const { id: poll } = await prepare(api.sendMessage, amara, {
    type: 'channel',
    to: 'sky',
    topic: 'open house',
    content: '/poll Who brings the soup?\nAmara\nJonas',
  });
  await show(api.sendSubmessage, jonas, {
    message_id: poll,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  });

  await prepare(api.updateRealm, iris, { moderation_request_channel_id: office });
  await show(api.reportMessage, jonas, {
    message_id: last,
    report_type: 'other',
    description: 'This belongs into another topic.',
  });
  await show(api.removeMessagePreviews, jonas, { message_id: answer });
  await show(api.deleteMessage, mateo, { message_id: answer });
  await show(api.deleteTopic, iris, { stream_id: sky, topic_name: 'clouds' });

  await prepare(api.updateRealm, iris, { move_messages_within_stream_limit_seconds: 60 });
}
