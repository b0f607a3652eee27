import type { NotificationClickEvent, PushEvent, WorkerScope } from './scope.ts';
import { ICON, showMessage, type ShownMessage } from './shown-message.ts';

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

/** Message of the worker to a page: show this address. */
export type OpenMessage = { readonly type: 'open'; readonly hash: string };

/** Shows and removes notifications of pushes, and opens the conversation of a clicked one. */
export function notifyOfPushes(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(handlePush(worker, event)));
  worker.addEventListener('notificationclick', (event) => event.waitUntil(open(worker, event)));
}

async function handlePush(worker: WorkerScope, { data }: PushEvent): Promise<void> {
  const payload = data?.json() as PushPayload | undefined;
  switch (payload?.type) {
    case 'message':
      // A page in sight shows its own notifications, by the settings of the desktop.
      if (!(await hasVisiblePage(worker))) await show(worker, payload);
      break;
    case 'remove':
      await closeAll(worker, new Set(payload.message_ids));
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

function show({ registration }: WorkerScope, push: MessagePush): Promise<void> {
  const { title, tag, path } = conversationOf(push);
  const { message_id: messageId, content: body } = push;
  return showMessage(registration, {
    title,
    body,
    tag,
    messageId,
    hash: `#narrow/${path}/with/${messageId}`,
  });
}

function conversationOf(push: MessagePush): { title: string; tag: string; path: string } {
  const sender = push.sender_full_name;
  if (push.recipient_type === 'channel')
    return {
      title: `${sender} (${push.channel_name} › ${push.topic})`,
      tag: `topic:${push.channel_id}:${push.topic.toLowerCase()}`,
      path: `channel/${push.channel_id}/topic/${encoded(push.topic)}`,
    };
  const others = push.recipient_user_ids.filter((id) => id !== push.user_id).join(',');
  return { title: sender, tag: `direct:${others}`, path: `dm/${others}` };
}

/** Dots mean percent signs in addresses of the client. */
function encoded(topic: string): string {
  return encodeURIComponent(topic.toWellFormed()).replaceAll('.', '%2E');
}

async function closeAll({ registration }: WorkerScope, removed: ReadonlySet<number>): Promise<void> {
  for (const notification of await registration.getNotifications()) {
    const shown = notification.data as ShownMessage | null;
    if (shown !== null && removed.has(shown.messageId)) notification.close();
  }
}

async function open({ clients }: WorkerScope, { notification }: NotificationClickEvent): Promise<void> {
  notification.close();
  const { hash = '' } = (notification.data ?? {}) as Partial<ShownMessage>;
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page === undefined) {
    await clients.openWindow(`/${hash}`);
    return;
  }
  page.postMessage({ type: 'open', hash } satisfies OpenMessage, []);
  await page.focus();
}
