import type { Message } from '@parley/client';
import type { OutboxEntry } from '../data/chat.ts';
import { meText } from '../data/derived/me-text.ts';

/** A line of the list: a message, an entry of the outbox, or a mark between them. */
export type ListItem =
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: number }
  /** Unread messages begin here, between these times. */
  | { readonly kind: 'since'; readonly key: string; readonly before: number; readonly after: number }
  /** Messages are missing here that are being fetched. */
  | { readonly kind: 'gap'; readonly key: string }
  /** Heading of a conversation, in views that mix several. */
  | { readonly kind: 'place'; readonly key: string; readonly message: Message }
  | MessageItem
  | {
      readonly kind: 'pending';
      readonly key: string;
      readonly entry: OutboxEntry;
      readonly isFirst: boolean;
    };

export type MessageItem = {
  readonly kind: 'message';
  readonly key: string;
  readonly id: number;
  /** First of a run; later ones leave out picture and name. */
  readonly isFirst: boolean;
  /** The day line above it, repeated in the accessible name. */
  readonly opensDay: boolean;
};

export type ItemSource = {
  readonly ids: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly messageOf: (id: number) => Message | undefined;
  readonly pending: readonly OutboxEntry[];
  readonly firstUnreadId: number | undefined;
  readonly gaps: readonly number[];
  /** The view mixes conversations. */
  readonly isMixed: boolean;
  readonly selfId: number;
};

/** Longest pause inside a run of messages. */
const RUN_PAUSE_S = 600;

/** Lines for the rows in the page. Each depends on the message before it alone, so that older rows change nothing. */
export function listItems(source: ItemSource): ListItem[] {
  const items: ListItem[] = [];
  let previous = source.from === 0 ? undefined : source.messageOf(source.ids[source.from - 1] ?? 0);
  for (let index = source.from; index < source.to; index += 1) {
    const id = source.ids[index];
    const message = id === undefined ? undefined : source.messageOf(id);
    if (message === undefined) continue;
    addMessage(items, message, previous, source);
    previous = message;
  }
  let last: RunMember | undefined = previous && { sender: previous.sender_id, timestamp: previous.timestamp };
  for (const entry of source.pending) {
    const member = { sender: source.selfId, timestamp: Math.floor(entry.created / 1000) };
    items.push({
      kind: 'pending',
      key: entry.key,
      entry,
      isFirst: last === undefined || meText(entry.text) !== undefined || !isRun(last, member),
    });
    last = member;
  }
  return items;
}

function addMessage(
  items: ListItem[],
  message: Message,
  previous: Message | undefined,
  source: ItemSource,
): void {
  const opensDay = previous === undefined || dayOf(previous.timestamp) !== dayOf(message.timestamp);
  const opensPlace = source.isMixed && (previous === undefined || !isSamePlace(previous, message));
  const isSince = message.id === source.firstUnreadId && previous !== undefined;
  const isBehindGap = source.gaps.includes(message.id);
  if (isBehindGap) items.push({ kind: 'gap', key: `gap ${message.id}` });
  if (opensDay) items.push({ kind: 'day', key: `day ${message.id}`, timestamp: message.timestamp });
  if (isSince)
    items.push({
      kind: 'since',
      key: 'since',
      before: previous.timestamp,
      after: message.timestamp,
    });
  if (opensPlace) items.push({ kind: 'place', key: `place ${message.id}`, message });
  const continues =
    previous !== undefined &&
    !opensDay &&
    !opensPlace &&
    !isSince &&
    !isBehindGap &&
    !message.is_me_message &&
    isRun(
      { sender: previous.sender_id, timestamp: previous.timestamp },
      { sender: message.sender_id, timestamp: message.timestamp },
    );
  items.push({ kind: 'message', key: `${message.id}`, id: message.id, isFirst: !continues, opensDay });
}

type RunMember = { readonly sender: number; readonly timestamp: number };

function isRun(previous: RunMember, next: RunMember): boolean {
  return previous.sender === next.sender && next.timestamp - previous.timestamp <= RUN_PAUSE_S;
}

function isSamePlace(a: Message, b: Message): boolean {
  if (a.kind === 'channel' && b.kind === 'channel')
    return a.channel.id === b.channel.id && a.topic.toLowerCase() === b.topic.toLowerCase();
  return a.kind === b.kind && a.recipient_id === b.recipient_id;
}

function dayOf(timestamp: number): number {
  const date = new Date(timestamp * 1000);
  return date.getFullYear() * 10_000 + date.getMonth() * 100 + date.getDate();
}
