import type { ImportedMessage, TextPiece, ImportedPlace, Reaction } from '../form.ts';
import { emojiNamed } from '../emoji-names.ts';
import { fromAttachments } from '../attachments.ts';
import type { ImportReport } from '../report.ts';
import { textOf } from '../texts.ts';
import { firstText, numberOf, objectOf, objectsOf, textsOf, type JsonObject } from '../values.ts';
import { filesOf } from './files.ts';
import { fromMrkdwn } from './mrkdwn.ts';
import { SLACKBOT } from './people.ts';
import type { SlackReading } from './reading.ts';
import { fromAppBlocks, fromRichText } from './rich-text.ts';

/** Messages that people wrote; other kinds are notices of the system. */
const TAKEN = new Set([
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
  'file_comment',
  'slackbot_response',
]);
const HUDDLES = new Set(['huddle_thread', 'sh_room_created', 'sh_room_shared']);
const WORKFLOWS = new Set([
  'assistant_app_thread',
  'bot_add',
  'bot_remove',
  'bot_enable',
  'bot_disable',
  'app_conversation_leave',
]);
const NOTICES =
  /^(?:channel|group)_|^(?:un)?pinned_item$|^reminder_|_canvas_updated$|^(?:joiner_notification|document_mention|list_record_comment|ekm_access_denied|message_changed|message_deleted|message_replied)$/;

/** A message of Slack, or undefined if it is not taken; the report says why. */
export function messageOf(
  raw: JsonObject,
  channel: string,
  place: ImportedPlace,
  reading: SlackReading,
): ImportedMessage | undefined {
  const { report } = reading;
  const ts = textOf(raw['ts']);
  const time = /^\d{1,11}(?:\.\d{1,9})?$/.test(ts) ? Number(ts) : undefined;
  if (time === undefined) return skip(report, 'objects without a time');
  const kind = textOf(raw['subtype']);
  const isRoot = textOf(raw['thread_ts']) === ts;
  if (HUDDLES.has(kind)) return skip(report, 'huddles');
  if (WORKFLOWS.has(kind)) return skip(report, 'workflows and apps');
  if (NOTICES.test(kind)) return skip(report, 'notices of joins, names, pins and the like');
  const isDeleted = kind === 'tombstone';
  if (isDeleted && !isRoot) return skip(report, 'deleted messages');
  const sender = senderOf(raw, reading);
  if (sender === undefined) return skip(report, 'messages without a sender');
  const text = isDeleted ? ['*(deleted message)*'] : textOfMessage(raw, kind, reading);
  const files = filesOf(raw, reading);
  if (kind !== '' && !TAKEN.has(kind) && !isDeleted && text.length === 0)
    return skip(report, 'messages of unknown kinds');
  if (textsOf(raw['pinned_to']).length > 0) report.skip('pins');
  return {
    key: `${channel} ${ts}`,
    at: Math.round(time * 1000),
    order: ts.padStart(24, '0'),
    ...sender,
    place,
    ...threadOf(raw, channel, ts),
    text,
    original: textOf(raw['text']),
    files,
    reactions: reactionsOf(raw, reading),
    ...editOf(raw),
  };
}

function skip(report: ImportReport, kind: string): undefined {
  report.skip(kind);
  return undefined;
}

function senderOf(
  raw: JsonObject,
  { bots }: SlackReading,
): { sender: string; senderName?: string } | undefined {
  const comment = objectOf(raw['comment']);
  const user = firstText(raw['user'], comment['user']);
  if (user === 'U00') return undefined;
  const profile = objectOf(raw['user_profile']);
  const name = firstText(profile['real_name'], profile['display_name']);
  if (user !== '' && !(user === SLACKBOT && textOf(raw['bot_id']) !== ''))
    return {
      sender: user,
      ...(user === SLACKBOT ? { senderName: 'Slackbot' } : name === '' ? {} : { senderName: name }),
    };
  const bot = textOf(raw['bot_id']);
  const known = bots.get(bot);
  if (known !== undefined) return { sender: known };
  const shown = firstText(objectOf(raw['bot_profile'])['name'], raw['username']);
  if (bot === '' && shown === '') return undefined;
  return { sender: bot === '' ? `bot ${shown.slice(0, 200)}` : bot, senderName: shown || `Bot ${bot}` };
}

function textOfMessage(raw: JsonObject, kind: string, { labels }: SlackReading): TextPiece[] {
  const text = firstText(raw['text'], objectOf(raw['comment'])['comment']);
  const rich = fromRichText(raw['blocks'], labels);
  const isBot = kind === 'bot_message' || textOf(raw['bot_id']) !== '';
  const blocks = rich ?? (isBot || text === '' ? fromAppBlocks(raw['blocks'], labels) : []);
  const body = blocks.length > 0 ? blocks : fromMrkdwn(text, labels);
  return [
    ...(kind === 'me_message' ? ['/me '] : []),
    ...body,
    ...fromAttachments(raw['attachments'], {
      text: (part) => fromMrkdwn(part, labels),
      blocks: (part) => fromAppBlocks(part, labels),
    }),
  ];
}

/** A thread has its first message in it; a reply that was also sent to the channel appears once. */
function threadOf(raw: JsonObject, channel: string, ts: string): { thread?: string } {
  const thread = textOf(raw['thread_ts']);
  const isOpened = (numberOf(raw['reply_count']) ?? 0) > 0 || objectsOf(raw['replies']).length > 0;
  return thread === '' || (thread === ts && !isOpened) ? {} : { thread: `${channel} ${thread}` };
}

function reactionsOf(raw: JsonObject, { labels }: SlackReading): Reaction[] {
  return objectsOf(raw['reactions']).flatMap(({ name, users }) =>
    textsOf(users).map((person) => ({ person, emoji: emojiNamed(textOf(name), labels.emoji) })),
  );
}

function editOf(raw: JsonObject): { editedAt?: number } {
  const at = numberOf(objectOf(raw['edited'])['ts']);
  return at === undefined ? {} : { editedAt: Math.round(at * 1000) };
}
