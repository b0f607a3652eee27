/** Begins the names of caches with the client itself, which is the same for everybody. */
const SHELL = 'parley-shell-';

/**
 * Deletes files of the user that the service worker keeps: pictures, content that another app has shared, and the number
 * on the icon.
 */
export async function forgetCaches(): Promise<void> {
  await (navigator as { clearAppBadge?: () => Promise<void> }).clearAppBadge?.().catch(() => undefined);
  // Pages without TLS have no caches.
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith('parley-') && !name.startsWith(SHELL));
  await Promise.all(names.map((name) => caches.delete(name)));
}
