import type { Chat } from '../chat.ts';

/** The id under which this browser is registered at the server. */
const STORED_ID = 'parley-push';

export type PushOutcome = 'on' | 'denied' | 'failed';

export function canPush(): boolean {
  return import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in globalThis;
}

/** Whether this browser is registered for notifications while no page is open. */
export function isPushOn(): boolean {
  return localStorage.getItem(STORED_ID) !== null && Notification.permission === 'granted';
}

/** Asks the user for the permission, and registers this browser at its push service and at the server. */
export async function startPush({ client }: Chat): Promise<PushOutcome> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    const { public_key: key } = await client.getWebPush();
    const { endpoint = '', keys } = (await subscribe(key)).toJSON();
    const { p256dh = '', auth = '' } = keys ?? {};
    const { subscription_id: id } = await client.addWebPush({ endpoint, p256dh, auth });
    localStorage.setItem(STORED_ID, String(id));
    return 'on';
  } catch {
    return 'failed';
  }
}

async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // A registration of an earlier session may have another key.
    const known = await pushManager.getSubscription();
    if (known === null) throw error;
    await known.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Ends the registration of this browser, at its push service also if the server cannot be reached. */
export async function stopPush({ client }: Chat): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  const id = localStorage.getItem(STORED_ID);
  if (id === null) return;
  localStorage.removeItem(STORED_ID);
  const subscription = await registration?.pushManager.getSubscription();
  await Promise.allSettled([
    subscription?.unsubscribe(),
    client.removeWebPush({ subscription_id: Number(id) }),
  ]);
}
