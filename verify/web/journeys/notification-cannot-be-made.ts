import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say, tell } from '../support/server-side.ts';
import type { Page } from 'playwright-core';
import type { Journey } from './journey.ts';

/** Notifications that the worker of a page was asked to show. */
type Tray = { tray?: string[] };

/** The constructor of notifications throws, as on Android: the worker shows them, once, and all tabs go on. */
export const notificationCannotBeMade: Journey = {
  name: 'notification-cannot-be-made',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { page, context } = await visit();
    await context.grantPermissions(['notifications']);
    await context.addInitScript(failToConstruct);
    await openConversation(page, topicAddress('dome', 'night plan'));
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const second = await context.newPage();
    await openConversation(second, topicAddress('dome', 'night plan'));
    await tell(stage.cast, 'Bram', ['Iris'], 'Told while two tabs are open');
    const shown = async () => (await Promise.all([page, second].map(trayOf))).flat();
    await eventuallyEqual('notifications', shown, ['Bram Okafor: Told while two tabs are open']);
    await say(stage.cast, 'Dara', 'dome', 'night plan', 'Said after the notification');
    for (const tab of [page, second]) {
      await sidebar(tab).waitFor();
      await messageWith(tab, 'Said after the notification').waitFor();
    }
  },
};

function trayOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as Tray).tray ?? []);
}

/** Runs in the page. */
function failToConstruct(): void {
  const scope = globalThis as Tray;
  scope.tray = [];
  class Unconstructible {
    static readonly permission = 'granted';
    constructor() {
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
    }
  }
  Object.defineProperty(globalThis, 'Notification', { value: Unconstructible });
  // The empty page of a new tab has no workers.
  if (!('ServiceWorkerRegistration' in globalThis)) return;
  globalThis.ServiceWorkerRegistration.prototype.showNotification = async (title, { body = '' } = {}) => {
    scope.tray?.push(`${title}: ${body}`);
  };
}
