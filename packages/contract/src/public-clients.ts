/**
 * Whether a client knows the words of the public API only, where the specification has its own. Apps of the public API run
 * here unmodified and name themselves so in their `User-Agent`, such as `ZulipFlutter`.
 */
export function isPublicClient(name: string): boolean {
  return name.toLowerCase().startsWith('zulip');
}
