import { notifyOfPushes } from './notify.ts';
import { sendWaitingTexts } from './outbox.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';
import { isPicture, picture } from './pictures.ts';
import { keepShared } from './shared-content.ts';
import { shellCache, STORE_ALL, type Shell } from './shell.ts';

/** Written by the build. */
declare const SHELL: Shell;

/** Address of the manifest's share target. */
const SHARE_PATH = '/share';

const worker = globalThis as unknown as WorkerScope;
const shell = shellCache(SHELL);

worker.addEventListener('install', (event) => {
  // No page reloads because of a new worker, and assets of older pages pass through it: nothing has to wait.
  event.waitUntil(Promise.all([shell.fill(), worker.skipWaiting()]));
});

worker.addEventListener('activate', (event) => {
  const preload = worker.registration.navigationPreload as NavigationPreloadManager | undefined;
  event.waitUntil(Promise.all([shell.deleteOthers(), preload?.enable(), worker.clients.claim()]));
});

worker.addEventListener('message', (event) => {
  if (event.data === STORE_ALL) event.waitUntil(shell.fillLater());
});

notifyOfPushes(worker);
sendWaitingTexts(worker);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== globalThis.location.origin) return;
  if (request.method === 'POST' && pathname === SHARE_PATH) event.respondWith(keepShared(event));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(pathname === '/' ? page(event) : fromServer(event));
  else if (shell.hasAsset(pathname)) event.respondWith(shell.asset(request));
  else if (isPicture(request)) event.respondWith(picture(request, (work) => event.waitUntil(work)));
});

function page(event: FetchEvent): Promise<Response> {
  const response = fromServer(event);
  // A preload that is abandoned would be reported as an error.
  event.waitUntil(response.catch(() => undefined));
  return shell.page(response);
}

/** The preload is the one request of a navigation: pages such as the end of a sign-on work only once. */
async function fromServer({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}
