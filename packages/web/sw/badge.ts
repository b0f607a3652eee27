/** Kept between the page and the worker; deleted with everything else of the user at the log-out. */
const CACHE = 'parley-badge';
const COUNT = '/badge';

type BadgeScope = { readonly setAppBadge?: (count: number) => Promise<void> };

/** The page knows the number of the icon; undefined if the user wants none. */
export async function setBadge(count: number | undefined): Promise<void> {
  if ('caches' in globalThis)
    await (await caches.open(CACHE)).put(COUNT, new Response(count === undefined ? '' : String(count)));
  await show(count ?? 0);
}

/** The worker counts on from the page's number while no page is open. */
export async function changeBadge(by: number): Promise<void> {
  const kept = await (await (await caches.open(CACHE)).match(COUNT))?.text();
  // The user wants no number.
  if (kept === '') return;
  await setBadge(Math.max(0, Number(kept ?? 0) + by));
}

/** Platforms without numbers, or without the permission for notifications, show none. */
async function show(count: number): Promise<void> {
  await (navigator as BadgeScope).setAppBadge?.(count).catch(() => undefined);
}
