import type { Client, ServerEvent, State } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import type { ChatClock } from '../clock.ts';
import { narrowKey, type Conversation } from '../narrow/narrow.ts';
import type { Batch } from '../model/store.ts';

/** Defaults of a server that does not name its periods. */
const EXPIRY_MS = 15_000;
const REPEAT_MS = 10_000;
const QUIET_MS = 5_000;

export type Typing = {
  /** Users who are typing, by the key of the conversation. */
  readonly cell: Cell<ReadonlyMap<string, readonly number[]>>;
  readonly receive: (batch: Batch) => void;
  readonly send: (conversation: Conversation, isTyping: boolean) => void;
  readonly stop: () => void;
};

export function createTyping(client: Client, state: Cell<State>, clock: ChatClock): Typing {
  const cell = createCell<ReadonlyMap<string, readonly number[]>>(new Map());
  const expiries = new Map<
    string,
    { readonly key: string; readonly userId: number; readonly cancel: () => void }
  >();
  const show = (): void => {
    const next = new Map<string, number[]>();
    for (const { key, userId } of expiries.values()) next.set(key, [...(next.get(key) ?? []), userId]);
    cell.set(next);
  };
  const remove = (key: string, userId: number): void => {
    const name = `${key} ${userId}`;
    expiries.get(name)?.cancel();
    if (expiries.delete(name)) show();
  };
  const add = (key: string, userId: number): void => {
    const name = `${key} ${userId}`;
    const known = expiries.get(name);
    known?.cancel();
    const expiry = state.get().server_typing_started_expiry_period_milliseconds ?? EXPIRY_MS;
    const cancel = clock.after(expiry, () => {
      remove(key, userId);
    });
    expiries.set(name, { key, userId, cancel });
    if (known === undefined) show();
  };
  const receive = (event: ServerEvent): void => {
    const { user_id: selfId } = state.get();
    if (event.type === 'typing' && event.sender.user_id !== selfId) {
      const key = narrowKey(conversationIn(event, selfId));
      (event.op === 'start' ? add : remove)(key, event.sender.user_id);
    } else if (event.type === 'typing_edit_message' && event.sender_id !== selfId) {
      const key = narrowKey(conversationOfEdit(event.recipient, selfId));
      (event.op === 'start' ? add : remove)(key, event.sender_id);
    } else if (event.type === 'message') {
      for (const { key, userId } of expiries.values())
        if (userId === event.message.sender_id) remove(key, userId);
    }
  };
  const sender = createSender(client, state, clock);
  return {
    cell,
    receive: (batch) => {
      if (batch.kind === 'events') for (const event of batch.events) receive(event);
    },
    send: sender.send,
    stop: () => {
      sender.stop();
      for (const { cancel } of expiries.values()) cancel();
    },
  };
}

type TypingEvent = Extract<ServerEvent, { type: 'typing' }>;

function conversationIn(
  { stream_id, topic, recipients = [] }: TypingEvent,
  selfId: number | undefined,
): Conversation {
  if (stream_id !== undefined) return { kind: 'topic', channelId: stream_id, topic: topic ?? '' };
  const others = recipients.map(({ user_id }) => user_id).filter((id) => id !== selfId);
  return { kind: 'direct', userIds: others.toSorted((a, b) => a - b) };
}

type EditEvent = Extract<ServerEvent, { type: 'typing_edit_message' }>;

/** The conversation in which a message is edited. */
function conversationOfEdit(recipient: EditEvent['recipient'], selfId: number | undefined): Conversation {
  if (recipient.type === 'channel')
    return { kind: 'topic', channelId: recipient.channel_id, topic: recipient.topic };
  return {
    kind: 'direct',
    userIds: recipient.user_ids.filter((id) => id !== selfId).toSorted((a, b) => a - b),
  };
}

/** Tells others that the user types: at most once per period, and of the end after a pause. */
function createSender(client: Client, state: Cell<State>, clock: ChatClock): Pick<Typing, 'send' | 'stop'> {
  let current:
    | { readonly conversation: Conversation; readonly since: number; cancel: () => void }
    | undefined;
  const tell = (conversation: Conversation, op: 'start' | 'stop'): void => {
    if (!isWanted(state.get(), conversation)) return;
    const args =
      conversation.kind === 'topic'
        ? { op, type: 'stream' as const, stream_id: conversation.channelId, topic: conversation.topic }
        : { op, type: 'direct' as const, to: [...conversation.userIds] };
    void client.setTypingStatus(args, { patienceMilliseconds: 0 }).catch(() => undefined);
  };
  const end = (): void => {
    current?.cancel();
    if (current !== undefined) tell(current.conversation, 'stop');
    current = undefined;
  };
  return {
    send: (conversation, isTyping) => {
      if (current !== undefined && narrowKey(current.conversation) !== narrowKey(conversation)) end();
      if (!isTyping) {
        end();
        return;
      }
      const {
        server_typing_started_wait_period_milliseconds: repeat = REPEAT_MS,
        server_typing_stopped_wait_period_milliseconds: quiet = QUIET_MS,
      } = state.get();
      current?.cancel();
      const now = clock.now();
      const isDue = current === undefined || now - current.since >= repeat;
      if (isDue) tell(conversation, 'start');
      const since = isDue ? now : (current?.since ?? now);
      current = { conversation, since, cancel: clock.after(quiet, end) };
    },
    stop: () => {
      current?.cancel();
      current = undefined;
    },
  };
}

/** Notes to oneself have no reader, and the user may not want others to know. */
function isWanted({ user_settings: settings }: State, conversation: Conversation): boolean {
  return conversation.kind === 'topic'
    ? settings?.send_stream_typing_notifications !== false
    : conversation.userIds.length > 0 && settings?.send_private_typing_notifications !== false;
}
