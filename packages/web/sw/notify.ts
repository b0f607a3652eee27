import type { NotificationClickEvent, PushEvent, WorkerScope } from './scope.ts';
import { markRead, sendAnswer } from './answer.ts';
import { changeBadge } from './badge.ts';
import {
  ICON,
  MARK_READ,
  removeMessages,
  REPLY,
  showMessage,
  type AnswerTo,
  type ShownMessages,
} from './shown-message.ts';

/** The content of a push, as the server encrypts it. */
type PushPayload =
  | (MessagePush & { readonly type: 'message' })
  | { readonly type: 'remove'; readonly message_ids: readonly number[] }
  | { readonly type: 'test'; readonly realm_name: string };

type MessagePush = {
  readonly user_id: number;
  readonly message_id: number;
  readonly time: number;
  readonly content: string;
  readonly sender_full_name: string;
} & (
  | {
      readonly recipient_type: 'channel';
      readonly channel_id: number;
      readonly channel_name: string;
      readonly topic: string;
    }
  | { readonly recipient_type: 'direct'; readonly recipient_user_ids: readonly number[] }
);

/** Message of the worker to a page: show this address, and its box for an answer. */
export type OpenMessage = { readonly type: 'open'; readonly hash: string; readonly isAnswer: boolean };

/** Shows and removes notifications of pushes, opens the conversation of a clicked one, and does its actions. */
export function notifyOfPushes(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(handlePush(worker, event)));
  worker.addEventListener('notificationclick', (event) => event.waitUntil(act(worker, event)));
}

async function handlePush(worker: WorkerScope, { data }: PushEvent): Promise<void> {
  const payload = data?.json() as PushPayload | undefined;
  switch (payload?.type) {
    case 'message':
      // A page in sight shows its own notifications, by the settings of the desktop.
      if (!(await hasVisiblePage(worker))) await show(worker, payload);
      break;
    case 'remove':
      await remove(worker, new Set(payload.message_ids));
      break;
    case 'test':
      await worker.registration.showNotification(payload.realm_name, { icon: ICON });
      break;
    case undefined:
      break;
  }
}

async function hasVisiblePage({ clients }: WorkerScope): Promise<boolean> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
}

async function show({ registration }: WorkerScope, push: MessagePush): Promise<void> {
  const { message_id: messageId, content: body, sender_full_name: sender } = push;
  const { path, ...conversation } = conversationOf(push);
  const hash = `#narrow/${path}/with/${messageId}`;
  await showMessage(registration, { ...conversation, sender, body, messageId, hash });
  await changeBadge(1);
}

type PushConversation = { place: string; tag: string; path: string; answerTo: AnswerTo };

function conversationOf(push: MessagePush): PushConversation {
  if (push.recipient_type === 'channel') {
    const { channel_id: to, channel_name: channel, topic } = push;
    return {
      place: `${channel} › ${topic}`,
      tag: `topic:${to}:${topic.toLowerCase()}`,
      path: `channel/${to}/topic/${encoded(topic)}`,
      answerTo: { type: 'channel', to, topic },
    };
  }
  const others = push.recipient_user_ids.filter((id) => id !== push.user_id);
  const more = others.length > 1 ? ` +${others.length - 1}` : '';
  return {
    place: push.sender_full_name + more,
    tag: `direct:${others.join(',')}`,
    path: `dm/${others.join(',')}`,
    answerTo: { type: 'direct', to: others.length === 0 ? [push.user_id] : others },
  };
}

/** Dots mean percent signs in addresses of the client. */
function encoded(topic: string): string {
  return encodeURIComponent(topic.toWellFormed()).replaceAll('.', '%2E');
}

async function remove({ registration }: WorkerScope, removed: ReadonlySet<number>): Promise<void> {
  await removeMessages(registration, (id) => removed.has(id));
  await changeBadge(-removed.size);
}

async function act(worker: WorkerScope, event: NotificationClickEvent): Promise<void> {
  const { notification, action } = event;
  const reply = event.reply ?? '';
  notification.close();
  const shown = notification.data as ShownMessages | null;
  const isAnswered = action === REPLY && reply.trim() !== '';
  if (shown === null || (action !== MARK_READ && !isAnswered)) {
    await open(worker, shown?.hash ?? '', action === REPLY);
    return;
  }
  const ids = shown.lines.map(({ id }) => id);
  try {
    if (isAnswered) await sendAnswer(shown.answerTo, reply);
    await markRead(ids);
    await changeBadge(-ids.length);
  } catch (error) {
    if (isAnswered) await tellFailure(worker, shown, reply, error);
  }
}

/** An answer that was not sent stays readable, and leads to its conversation. */
async function tellFailure(
  { registration }: WorkerScope,
  { place, hash, answerTo }: ShownMessages,
  reply: string,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const data: ShownMessages = { place, hash, answerTo, lines: [] };
  await registration.showNotification(`Not sent: ${place}`, {
    body: `${reply}\n${reason}`,
    data,
    icon: ICON,
  });
}

async function open({ clients }: WorkerScope, hash: string, isAnswer: boolean): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page === undefined) {
    await clients.openWindow(`/${hash}`);
    return;
  }
  page.postMessage({ type: 'open', hash, isAnswer } satisfies OpenMessage, []);
  await page.focus();
}
