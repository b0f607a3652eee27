/** Apps of the public API that run here unmodified, as their `User-Agent` names them; in lower case. */
const PUBLIC_CLIENTS: ReadonlySet<string> = new Set([
  'zulipandroid',
  'zulipdesktop',
  'zulipelectron',
  'zulipios',
  'zulipmobile',
  'zulippython',
  'zulipterminal',
]);

/** Whether a client knows the words of the public API only, where the specification has its own. */
export function isPublicClient(name: string): boolean {
  return PUBLIC_CLIENTS.has(name.toLowerCase());
}
