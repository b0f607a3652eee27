import { addWebPush, getWebPush } from '@parley/contract/endpoints/web-push.ts';
import type { Chat } from '../chat.ts';
import { STORED_ID } from './web-push.ts';

export type PushOutcome = 'on' | 'denied' | 'failed';

export function canPush(): boolean {
  return import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in globalThis;
}

/** Asks the user for the permission, and registers this browser at its push service and at the server. */
export async function startPush({ client }: Chat): Promise<PushOutcome> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    const { public_key: key } = await client.call(getWebPush);
    const { endpoint = '', keys } = (await subscribe(key)).toJSON();
    const { p256dh = '', auth = '' } = keys ?? {};
    const { subscription_id: id } = await client.call(addWebPush, { endpoint, p256dh, auth });
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
