import type { Chat } from '../chat.ts';

/** The id under which this browser is registered at the server. */
export const STORED_ID = 'parley-push';

/** Whether this browser is registered for notifications while no page is open. */
export function isPushOn(): boolean {
  return localStorage.getItem(STORED_ID) !== null && Notification.permission === 'granted';
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
