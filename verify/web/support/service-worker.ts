import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** The service worker of a profile, to which a page hands events as the browser would. */
type WorkerEvents = {
  readonly session: CDPSession;
  readonly registrationId: string;
  readonly origin: string;
};

export async function workerEventsOf(
  context: BrowserContext,
  page: Page,
  url: string,
): Promise<WorkerEvents> {
  const session = await context.newCDPSession(page);
  const origin = `${url}/`;
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === origin);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return { session, registrationId: await registered, origin };
}
