import { WEB_PUBLIC } from '@parley/rules/steps/spectating.ts';
import type { Ask, Before } from './asks.ts';
import { HOME, type Actor, type Stage } from './cast.ts';
import { MUCH_LATER } from './prepared-messages.ts';

let count = 0;

function fresh(): string {
  return `m${(count += 1)}n${process.pid}`;
}

function onMessage(
  fields: (actor: Actor, stage: Stage) => Readonly<Record<string, unknown>> = () => ({}),
): Ask {
  return ({ id }, actor, stage) => ({ path: { message_id: id }, fields: fields(actor, stage) });
}

const PAGE = { anchor: 'newest', num_before: 50, num_after: 0 };
const THUMB = { emoji_name: '+1' };

/** Visitors have to narrow to web-public channels. */
function narrowFor({ who }: Actor, ...terms: readonly object[]) {
  return {
    narrow: who.visits ? [WEB_PUBLIC, ...terms] : terms,
  };
}

export const messageAsks: Readonly<Record<string, Ask>> = {
  'upload-file': () => ({ files: [{ name: `${fresh()}.txt`, content: fresh() }] }),
  'get-file-temporary-url': (...about) => atPath(...about),
  'check-thumbnail-status': (...about) => atPath(...about),
  'get-attachments': () => ({}),
  'remove-attachment': ({ id }) => ({ path: { attachment_id: id } }),
  'send-message/to a channel': ({ id }) => ({
    fields: { type: 'channel', to: id, topic: 'a topic', content: fresh() },
  }),
  'send-message/to a user': ({ id }) => ({ fields: { type: 'direct', to: [id], content: fresh() } }),
  'get-scheduled-messages': () => ({ fields: {} }),
  'create-scheduled-message/to a channel': ({ id }) => ({
    fields: {
      type: 'channel',
      to: id,
      topic: 'a topic',
      content: fresh(),
      scheduled_delivery_timestamp: MUCH_LATER,
    },
  }),
  'create-scheduled-message/to a user': ({ id }) => ({
    fields: { type: 'direct', to: [id], content: fresh(), scheduled_delivery_timestamp: MUCH_LATER },
  }),
  'update-scheduled-message': ({ id }) => ({
    path: { scheduled_message_id: id },
    fields: { content: fresh() },
  }),
  'delete-scheduled-message': ({ id }) => ({ path: { scheduled_message_id: id } }),
  'get-reminders': () => ({ fields: {} }),
  'create-message-reminder': ({ id }) => ({
    fields: { message_id: id, scheduled_delivery_timestamp: MUCH_LATER },
  }),
  'delete-reminder': ({ id }) => ({ path: { reminder_id: id } }),
  'get-messages/all': (_target, actor) => ({ fields: { ...PAGE, ...narrowFor(actor) } }),
  'get-messages/by id': ({ id }, actor) => ({ fields: { message_ids: [id], ...narrowFor(actor) } }),
  'get-messages/of a channel': ({ id }, actor) => ({
    fields: { ...PAGE, ...narrowFor(actor, { operator: 'channel', operand: id }) },
  }),
  'get-messages/searched': (_target, actor) => ({
    fields: { ...PAGE, ...narrowFor(actor, { operator: 'search', operand: 'secret' }) },
  }),
  'get-message': onMessage(),
  'check-messages-match-narrow': ({ id }) => ({ fields: { msg_ids: [id], narrow: [['search', 'secret']] } }),
  'get-conversations/recent': () => ({ fields: { limit: 200 } }),
  'get-conversations/named': ({ id }) => ({
    fields: { conversations: [{ stream_id: id, topic: 'a topic' }, { user_ids: [id] }] },
  }),
  'get-message-history': onMessage(),
  'get-read-receipts': onMessage(),
  'update-message/content': onMessage(() => ({ content: fresh() })),
  'update-message/topic': onMessage(() => ({ topic: `topic ${fresh()}` })),
  'update-message/to another channel': onMessage(({ host }, stage) => ({
    stream_id: host === HOME ? stage.common.id : stage.otherCommon,
  })),
  'delete-message': onMessage(),
  'delete-topic': ({ id }) => ({ path: { stream_id: id }, fields: { topic_name: 'a topic' } }),
  'remove-message-previews': onMessage(),
  'append-to-message': onMessage(() => ({ content: fresh() })),
  'stop-message': onMessage(),
  'report-message': onMessage(() => ({ report_type: 'spam', description: fresh() })),
  'add-reaction': onMessage(() => THUMB),
  'remove-reaction': onMessage(() => THUMB),
  'send-submessage': ({ id }) => ({
    fields: {
      message_id: id,
      msg_type: 'widget',
      content: JSON.stringify({ widget_type: 'poll', extra_data: { question: fresh(), options: [] } }),
    },
  }),
  'update-message-flags/starred': ({ id }) => ({ fields: { messages: [id], op: 'add', flag: 'starred' } }),
  'update-message-flags/read': ({ id }) => ({ fields: { messages: [id], op: 'add', flag: 'read' } }),
  'update-message-flags-for-narrow': ({ id }) => ({
    fields: { ...PAGE, narrow: [{ operator: 'channel', operand: id }], op: 'add', flag: 'starred' },
  }),
  'mark-all-as-read': () => ({}),
  'mark-stream-as-read': ({ id }) => ({ fields: { stream_id: id } }),
  'mark-topic-as-read': ({ id }) => ({ fields: { stream_id: id, topic_name: 'a topic' } }),
  'render-message': () => ({ fields: { content: `**${fresh()}**` } }),
  'get-stream-topics': ({ id }) => ({ path: { stream_id: id } }),
  'set-typing-status/in a channel': ({ id }) => ({
    fields: { type: 'channel', op: 'start', stream_id: id, topic: 'a topic' },
  }),
  'set-typing-status/to a user': ({ id }) => ({ fields: { type: 'direct', op: 'start', to: [id] } }),
  'set-typing-status-for-message-edit': onMessage(() => ({ op: 'start' })),
};

/** The organization's number stands first in a path. */
const atPath: Ask = ({ name }) => {
  const [realm = '', ...rest] = name.split('/');
  return { path: { realm_id_str: realm, filename: rest.join('/') } };
};

export const messageBefores: Readonly<Record<string, Before>> = {
  'remove-reaction': ({ id }, { as, host }, stage) =>
    stage.ask('POST', `/messages/${id}/reactions`, { as, host, form: THUMB }),
};
