import type { Message, State } from '@parley/client';
import type { Chat, OutboxEntry } from '../data/chat.ts';
import { conversationOf } from '../data/narrow/judge.ts';
import { narrowKey } from '../data/narrow/narrow.ts';
import { fetchSource } from '../data/actions/message-actions.ts';
import { t } from '../words/index.ts';
import { mentionName } from './complete/suggest-users.ts';
import { messageName } from './edit/link-names.ts';
import type { ComposeControl } from './control.ts';
import { conversationSession, localSession } from './sessions.ts';

/** A message as a quote, with its sender and a link to it. */
export function quoteText(state: State, message: Message, source: string, link: string): string {
  const sender = mentionName({ user_id: message.sender.id, full_name: message.sender.name }, state);
  const fence = fenceFor(source);
  const place =
    message.kind === 'channel'
      ? messageName(state, message.channel.id, message.topic, message.id)
      : undefined;
  const said = place === undefined ? `[${t('said')}](${link})` : t('said in {place}', { place });
  return `@_**${sender}** ${said}:\n${fence}quote\n${source}\n${fence}`;
}

/** Quotes a message in the box of its conversation. `link` is the full address of the message. */
export async function quoteMessage(
  chat: Chat,
  control: ComposeControl,
  message: Message,
  link: string,
): Promise<void> {
  const source = await fetchSource(chat, message.id);
  const state = chat.state.get();
  control.insert(keyOf(message, state), quoteText(state, message, source, link), true);
}

/** Opens a new message with the quote in it. */
export async function forwardMessage(
  chat: Chat,
  control: ComposeControl,
  message: Message,
  link: string,
): Promise<void> {
  const source = await fetchSource(chat, message.id);
  const text = `${quoteText(chat.state.get(), message, source, link)}\n`;
  localSession(chat, control, 'new-topic').append(text);
  control.setMode({ kind: 'new', start: { kind: 'topic', channelId: message.channel?.id } });
}

/** Begins a reply with a mention of the sender. */
export function replyWithMention(chat: Chat, control: ComposeControl, message: Message): void {
  const user = { user_id: message.sender.id, full_name: message.sender.name };
  const state = chat.state.get();
  control.insert(keyOf(message, state), `@**${mentionName(user, state)}** `);
}

/** Takes the text of a message that was not sent back into the box of its conversation. */
export function takeBackEntry(chat: Chat, control: ComposeControl, entry: OutboxEntry): void {
  conversationSession(chat, control, entry.conversation).append(entry.text);
  chat.outbox.discard(entry.key);
  control.focus(narrowKey(entry.conversation));
}

function keyOf(message: Message, state: State): string {
  return narrowKey(conversationOf(message, state));
}

/** Longer than every fence in the text. */
function fenceFor(source: string): string {
  const longest = Math.max(2, ...(source.match(/^[ \t]*`{3,}/gm) ?? []).map((fence) => fence.trim().length));
  return '`'.repeat(longest + 1);
}
