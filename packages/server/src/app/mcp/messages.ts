import type { WireMessage } from '@parley/contract/objects/message.ts';
import { linkTo, titleOf } from './conversations.ts';
import { named, quoted, shortened, type Data } from './fence.ts';
import type { ToolCall } from './tool-call.ts';

/** Characters of a message in a list; `read_message` has the rest. */
export const MAX_LISTED_LENGTH = 2_000;

/** Messages as data, with a heading wherever the conversation changes. */
export function messageLines(
  { url, account: { user } }: ToolCall,
  messages: readonly WireMessage[],
  length = MAX_LISTED_LENGTH,
): Data {
  let last: number | undefined;
  return messages.flatMap((message) => {
    const isNew = message.recipient_id !== last;
    last = message.recipient_id;
    const heading = isNew || message.type === 'stream' ? titleOf(user.id, message) : undefined;
    return [
      ...(isNew && heading !== undefined ? [heading] : []),
      `[${message.id}] ${headOf(message)} ${linkTo(url, user.id, message)}`,
      ...textOf(message, length),
    ];
  });
}

/** The sender, the time and the state of a message. */
function headOf({ sender_full_name, sender_id, timestamp, flags = [], ...message }: WireMessage): string {
  const states = [
    ...(flags.includes('read') ? [] : ['unread']),
    ...(flags.includes('starred') ? ['starred'] : []),
    ...(flags.includes('mentioned') ? ['mentions you'] : []),
    ...(message.last_edit_timestamp === undefined ? [] : ['edited']),
  ];
  return [`${named(sender_full_name)} (user ${sender_id})`, timeOf(timestamp), ...states].join(', ');
}

function textOf({ content, reactions }: WireMessage, length: number): string[] {
  const { text, isCut } = shortened(content, length);
  const counts = new Map<string, number>();
  for (const { emoji_name } of reactions) counts.set(emoji_name, (counts.get(emoji_name) ?? 0) + 1);
  const emoji = Array.from(counts, ([name, count]) => `${named(name)} ${count}`).join(', ');
  return [
    ...quoted(text),
    ...(isCut ? [`(${content.length} characters, shortened; read_message has all)`] : []),
    ...(emoji === '' ? [] : [`reactions: ${emoji}`]),
  ];
}

/** `2026-11-19T13:45Z`. */
export function timeOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16)}Z`;
}
