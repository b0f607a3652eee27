import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { getMessage, sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { getWebPush } from '@parley/contract/endpoints/web-push.ts';
import { startPushService, type PushDevice, type ReceivedPush } from '@parley/test-support/push-service.ts';
import type { BrowserContext, Page, Worker } from 'playwright-core';
import type { Cast } from '../../../tools/demo/cast.ts';
import { sidebar } from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import { workerEventsOf } from '../support/service-worker.ts';
import type { Journey } from './journey.ts';

/**
 * A browser that is registered in the settings shows a message while no page is open, opens its conversation, and removes
 * it when it is read elsewhere. Messages of a conversation share a notification, which can be answered and marked as read
 * without a page. Chromium without a window has neither a push service nor a tray of notifications, so those
 * of the test take their place; the server, its pushes, the worker and the page are real.
 */
export const pushWhileClosed: Journey = {
  name: 'push-while-closed',
  hasWorker: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const service = await startPushService();
    try {
      const { page, context } = await visit();
      await context.grantPermissions(['notifications']);
      await context.addInitScript(registerWith, service.addDevice());
      const [iris, bram] = [stage.cast.as('Iris'), stage.cast.as('Bram')];
      const { user_id: irisId } = await iris.call(getOwnUser);
      const registered = async () => (await iris.call(getWebPush)).subscriptions.length;

      await page.goto('/#settings/notifications');
      const isAsked = await page.evaluate(() => localStorage.getItem('parley-push'));
      if (isAsked !== null) throw new Error('The browser was registered without a choice of the user.');
      await page.getByRole('switch', { name: /Notify me on this device/ }).click();
      await eventuallyEqual('devices at the server', registered, 1);

      const worker = await workerOf(context);
      await worker.evaluate(keepTray);
      const deliver = await pusherTo(context, page, stage.url);
      const badge = (): Promise<number | undefined> =>
        worker.evaluate(() => (globalThis as unknown as TrayScope).shownBadge);
      await page.goto('about:blank');
      const { id } = await bram.call(sendMessage, {
        type: 'direct',
        to: [irisId],
        content: 'Clouds **again**',
      });
      await deliver(await receivedPush(service.received, 'message', id));
      await eventuallyEqual('notifications', () => shownBy(worker), [['Bram Okafor', 'Clouds again']]);
      const before = await eventually(async () => {
        const shown = await badge();
        if (shown === undefined) throw new Error('There is no number on the icon.');
        return shown - 1;
      });

      await iris.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
      await deliver(await receivedPush(service.received, 'remove', id));
      await eventuallyEqual('notifications after reading', () => shownBy(worker), []);
      await eventuallyEqual('number on the icon after reading elsewhere', badge, before);

      const tell = async (content: string): Promise<number> => {
        const { id: told } = await bram.call(sendMessage, { type: 'direct', to: [irisId], content });
        await deliver(await receivedPush(service.received, 'message', told));
        return told;
      };
      await tell('First');
      const second = await tell('Second');
      await eventuallyEqual('notifications of a conversation', () => shownBy(worker), [
        ['Bram Okafor (2)', 'First\nSecond'],
      ]);
      await eventuallyEqual('number on the icon', badge, before + 2);
      await worker.evaluate(clickFirst, { action: 'reply', reply: 'Then we close the dome' });
      await eventuallyEqual('notifications after an answer', () => shownBy(worker), []);
      const newest = async (): Promise<string | undefined> => {
        const { messages } = await bram.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 });
        return messages[0]?.content;
      };
      await eventuallyEqual('newest message', newest, '<p>Then we close the dome</p>');
      await eventuallyEqual('second message read', () => isRead(iris, second), true);

      const third = await tell('Third');
      await eventuallyEqual('notifications', () => shownBy(worker), [['Bram Okafor', 'Third']]);
      await worker.evaluate(clickFirst, { action: 'read', reply: '' });
      await eventuallyEqual('third message read', () => isRead(iris, third), true);
      await eventuallyEqual('number on the icon after reading', badge, before);

      await tell('Stars');
      await eventuallyEqual('notifications', () => shownBy(worker), [['Bram Okafor', 'Stars']]);
      await page.goto('/#inbox');
      await sidebar(page).waitFor();
      await worker.evaluate(clickFirst, { action: '', reply: '' });
      await page.getByText('Stars').first().waitFor();
      await eventuallyEqual('notifications after a click', () => shownBy(worker), []);

      await sidebar(page).getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await eventuallyEqual('devices after the log-out', registered, 0);
      // The page follows no events since the log-out, so there is nothing to compare it with.
      await page.close();
    } finally {
      await service.stop();
    }
  },
};

/** Runs in the page: its push service is the one of the test. */
function registerWith({ endpoint, p256dh, auth }: PushDevice): void {
  const subscription = {
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: () => Promise.resolve(true),
  };
  const { prototype } = globalThis.PushManager;
  prototype.subscribe = () => Promise.resolve(subscription as unknown as PushSubscription);
  prototype.getSubscription = () => Promise.resolve(subscription as unknown as PushSubscription);
}

function workerOf(context: BrowserContext): Promise<Worker> {
  return eventually(async () => {
    const worker = context.serviceWorkers().find((one) => one.url().endsWith('/sw.js'));
    if (worker === undefined) throw new Error('There is no service worker.');
    return worker;
  });
}

/** Hands pushes to the service worker, as the browser does. */
async function pusherTo(
  context: BrowserContext,
  page: Page,
  url: string,
): Promise<(push: ReceivedPush) => Promise<void>> {
  const { session, registrationId, origin } = await workerEventsOf(context, page, url);
  return async ({ payload }) => {
    await session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(payload),
    });
  };
}

function receivedPush(received: readonly ReceivedPush[], type: string, id: number): Promise<ReceivedPush> {
  return eventually(async () => {
    const push = received.find(
      ({ payload }) =>
        payload['type'] === type && [payload['message_id'], payload['message_ids']].flat().includes(id),
    );
    if (push === undefined) throw new Error(`The push service has no push of the type ${type}.`);
    return push;
  });
}

/** Notifications that the worker shows, in place of the tray that a browser without a window lacks. */
type TrayScope = {
  tray: (Pick<Notification, 'title' | 'body' | 'tag' | 'data'> & { close: () => void })[];
  shownBadge?: number;
  registration: ServiceWorkerRegistration;
  navigator: { setAppBadge?: (count: number) => Promise<void> };
  dispatchEvent: (event: Event) => boolean;
};

/** Runs in the worker. */
function keepTray(): void {
  const scope = globalThis as unknown as TrayScope;
  scope.tray = [];
  const remove = (tag: string): void => {
    scope.tray = scope.tray.filter((one) => one.tag !== tag);
  };
  scope.registration.showNotification = async (title, { body = '', tag = '', data } = {}) => {
    remove(tag);
    scope.tray.push({ title, body, tag, data: data as unknown, close: () => remove(tag) });
  };
  scope.registration.getNotifications = async ({ tag = '' } = {}) =>
    scope.tray.filter((one) => tag === '' || one.tag === tag) as unknown as Notification[];
  scope.navigator.setAppBadge = async (count) => {
    scope.shownBadge = count;
  };
}

function shownBy(worker: Worker): Promise<string[][]> {
  return worker.evaluate(() =>
    (globalThis as unknown as TrayScope).tray.map(({ title, body }) => [title, body]),
  );
}

/** Runs in the worker: a click of the user on the notification or one of its actions. */
function clickFirst({ action, reply }: { readonly action: string; readonly reply: string }): void {
  const scope = globalThis as unknown as TrayScope;
  const [notification] = scope.tray;
  scope.dispatchEvent(
    Object.assign(new Event('notificationclick'), {
      notification,
      action,
      reply,
      waitUntil: () => undefined,
    }),
  );
}

async function isRead(user: ReturnType<Cast['as']>, id: number): Promise<boolean> {
  const { message } = await user.call(getMessage, { message_id: id });
  return message.flags?.includes('read') ?? false;
}
