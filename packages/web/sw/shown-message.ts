/** A message of a notification. */
type ShownLine = { readonly id: number; readonly text: string };

/** Conversation of a notification, as the arguments of an answer. */
export type AnswerTo =
  | { readonly type: 'channel'; readonly to: number; readonly topic: string }
  | { readonly type: 'direct'; readonly to: readonly number[] };

/** Kept with a notification for its removal, its click and its actions. */
export type ShownMessages = {
  /** Name of the conversation. */
  readonly place: string;
  readonly lines: readonly ShownLine[];
  readonly hash: string;
  readonly answerTo: AnswerTo;
};

/** The notification of a message, whether a push or an open page brought it. */
export type MessageNotification = Pick<ShownMessages, 'place' | 'hash' | 'answerTo'> & {
  readonly messageId: number;
  readonly sender: string;
  readonly body: string;
  /** Key of the conversation: its messages share one notification. */
  readonly tag: string;
  readonly isSilent?: boolean;
};

export const ICON = '/icon-192.png';
/** A shape for the bar of Android. */
const BADGE = '/install/badge-96.png';
/** Newest messages of a conversation that its notification shows. */
const MAX_LINES = 5;
const MAX_KEPT_LINES = 100;

export const REPLY = 'reply';
export const MARK_READ = 'read';

/** Parts of the options that the compiler's library does not know. */
type NotificationForm = NotificationOptions & {
  readonly renotify?: boolean;
  readonly actions?: readonly { readonly action: string; readonly title: string; readonly type?: 'text' }[];
};

/**
 * Shows a message in the notification of its conversation. The constructor for pages is not used: Android does not have
 * it, and only notifications of the worker have actions.
 */
export function showMessage(
  registration: ServiceWorkerRegistration,
  notification: MessageNotification,
): Promise<void> {
  return inTurn(() => addMessage(registration, notification));
}

let last: Promise<unknown> = Promise.resolve();

/** Changes of the tray follow each other, because each reads what it replaces. */
function inTurn(change: () => Promise<void>): Promise<void> {
  const next = last.then(change);
  last = next.catch(() => undefined);
  return next;
}

async function addMessage(
  registration: ServiceWorkerRegistration,
  { messageId, sender, body, tag, isSilent = false, ...shown }: MessageNotification,
): Promise<void> {
  const [before] = await registration.getNotifications({ tag });
  const known = (before?.data as ShownMessages | null | undefined)?.lines ?? [];
  const text = shown.answerTo.type === 'direct' && shown.place === sender ? body : `${sender}: ${body}`;
  const lines = [...known.filter(({ id }) => id !== messageId), { id: messageId, text }].slice(
    -MAX_KEPT_LINES,
  );
  await display(registration, tag, { ...shown, lines }, isSilent);
}

/** Takes messages out of the notifications; one without messages is closed. */
export function removeMessages(
  registration: ServiceWorkerRegistration,
  isRemoved: (messageId: number) => boolean,
): Promise<void> {
  return inTurn(() => takeOut(registration, isRemoved));
}

async function takeOut(
  registration: ServiceWorkerRegistration,
  isRemoved: (messageId: number) => boolean,
): Promise<void> {
  for (const notification of await registration.getNotifications()) {
    const shown = notification.data as Partial<ShownMessages> | null;
    if (shown?.lines === undefined) continue;
    const lines = shown.lines.filter(({ id }) => !isRemoved(id));
    if (lines.length === 0) notification.close();
    else if (lines.length < shown.lines.length)
      await display(registration, notification.tag, { ...(shown as ShownMessages), lines }, true);
  }
}

function display(
  registration: ServiceWorkerRegistration,
  tag: string,
  data: ShownMessages,
  isSilent: boolean,
): Promise<void> {
  const { place, lines } = data;
  const form: NotificationForm = {
    body: lines
      .slice(-MAX_LINES)
      .map(({ text }) => text)
      .join('\n'),
    tag,
    data,
    icon: ICON,
    badge: BADGE,
    silent: isSilent,
    // A further message of the conversation is heard, too.
    renotify: !isSilent,
    actions: [
      { action: REPLY, title: 'Reply', type: 'text' },
      { action: MARK_READ, title: 'Mark as read' },
    ],
  };
  return registration.showNotification(lines.length === 1 ? place : `${place} (${lines.length})`, form);
}
