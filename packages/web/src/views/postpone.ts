import type { State } from '@parley/client';
import { laterText, laterTimes } from '../compose/later-times.ts';
import { parseAddress } from '../data/address/address.ts';
import type { Chat } from '../data/chat.ts';
import { now } from '../data/clock.ts';
import { isConversation, narrowKey, type Conversation } from '../data/narrow/narrow.ts';
import type { MenuEntry } from '../parts/surface-props.ts';
import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';

/** A conversation that comes back at a time, by way of a reminder about one of its messages. */
export type Postponed = {
  readonly reminderId: number;
  readonly conversation: Conversation;
  readonly messageId: number;
  /** Unix seconds. */
  readonly due: number;
  readonly note: string;
};

/** Reminders of the user that name a conversation, the next one first. */
export function postponedOf(state: State): Postponed[] {
  return (state.reminders ?? [])
    .flatMap((reminder) => {
      const conversation =
        conversationIn(reminder.rendered_content, state) ??
        directOf(state, reminder.reminder_target_message_id);
      return conversation === undefined
        ? []
        : {
            reminderId: reminder.reminder_id,
            conversation,
            messageId: reminder.reminder_target_message_id,
            due: reminder.scheduled_delivery_timestamp,
            note: NOTE.exec(reminder.content)?.[1] ?? '',
          };
    })
    .toSorted((a, b) => a.due - b.due);
}

/** Tells which conversations wait for their time. */
export function isAway(state: State): (conversation: Conversation) => boolean {
  const away = new Set(postponedOf(state).map(({ conversation }) => narrowKey(conversation)));
  return (conversation) => away.has(narrowKey(conversation));
}

/** Choices of times at which a conversation comes back. */
export function postponeEntries(chat: Chat, conversation: Conversation): MenuEntry[] {
  const start = new Date(now());
  return laterTimes(start).map(({ id, label, date }) => ({
    id: `later-${id}`,
    label,
    icon: 'later',
    meta: laterText(date, start, hoursOf(chat)),
    run: () => void postpone(chat, conversation, date),
  }));
}

/** The time of a conversation that is postponed by one key: the second of the usual times. */
export function usualLater(): Date {
  const times = laterTimes(new Date(now()));
  return (times[1] ?? times[0])?.date ?? new Date(now());
}

/** Sets a reminder about the first unread message, or about the newest one. */
export async function postpone(chat: Chat, conversation: Conversation, date: Date): Promise<boolean> {
  const id =
    chat.unread.get().byKey.get(narrowKey(conversation))?.ids[0] ??
    chat.conversations.summaryOf(conversation)?.maxId;
  if (id === undefined) return false;
  await chat.actions.remind(id, Math.floor(date.getTime() / 1000));
  showToast({
    text: t('Comes back {time}', { time: laterText(date, new Date(now()), hoursOf(chat)) }),
    action: { label: t('Undo'), run: () => void takeBack(chat, id) },
  });
  return true;
}

/** Removes the reminders about a message. */
export async function takeBack(chat: Chat, messageId: number): Promise<void> {
  const own = (chat.state.get().reminders ?? []).filter(
    (reminder) => reminder.reminder_target_message_id === messageId,
  );
  await Promise.all(own.map(({ reminder_id: id }) => chat.actions.cancelReminder(id)));
}

/** Undefined leaves the choice to the language. */
function hoursOf({ state }: Chat): boolean | undefined {
  const setting = state.get().user_settings?.twenty_four_hour_time;
  return typeof setting === 'boolean' ? !setting : undefined;
}

/** Reminders about direct messages have no link; their conversation is known by what is unread, or by its newest message. */
function directOf(state: State, messageId: number): Conversation | undefined {
  const { unread_msgs: unread, recent_private_conversations: recent = [], user_id: selfId } = state;
  const isHere = (entry: { readonly unread_message_ids: readonly number[] }): boolean =>
    entry.unread_message_ids.includes(messageId);
  const one = unread?.pms.find(isHere)?.other_user_id;
  const several = unread?.huddles.find(isHere)?.user_ids_string.split(',').map(Number);
  const read = recent.find(({ max_message_id: id }) => id === messageId)?.user_ids;
  const userIds = one === undefined ? (several ?? read) : [one];
  if (userIds === undefined) return undefined;
  return {
    kind: 'direct',
    userIds: userIds.filter((id) => id !== selfId).toSorted((a, b) => a - b),
  };
}

const NOTE = /Your note:\n\n([\s\S]*?)\n\n/;
const LINK = /href="[^"#]*(#narrow\/[^"]*)"/;

function conversationIn(html: string, state: State): Conversation | undefined {
  const hash = LINK.exec(html)?.[1];
  const place = hash === undefined ? undefined : parseAddress(hash.replaceAll('&amp;', '&'), state);
  if (place?.view !== 'messages' || !isConversation(place.narrow)) return undefined;
  return place.narrow;
}
