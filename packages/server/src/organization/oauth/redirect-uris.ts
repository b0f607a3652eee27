/** Schemes that do something in the browser itself instead of opening an app. */
const CLOSED_SCHEMES = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'mailto:',
  'res:',
  'resource:',
  'sms:',
  'tel:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

/** A URI of this computer; programs listen at a port that is free then (RFC 8252). */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/;

/** Only printable ASCII, so that nothing is read in two ways. */
const PLAIN = /^[\x21-\x7e]+$/;

/** The reason why users cannot return to an address; undefined if they can. */
export function redirectProblem(uri: string): string | undefined {
  const url = PLAIN.test(uri) && !uri.includes('\\') ? URL.parse(uri) : null;
  if (url === null) return `${uri} is no address.`;
  if (uri.includes('#')) return `${uri} has a fragment.`;
  if (url.username !== '' || url.password !== '') return `${uri} has a user name.`;
  if (url.protocol === 'https:') return url.hostname === '' ? `${uri} has no host.` : undefined;
  if (url.protocol === 'http:')
    return LOOPBACK.test(uri)
      ? undefined
      : `${uri} is not encrypted. Only this computer may be called by http:.`;
  return CLOSED_SCHEMES.has(url.protocol) ? `${uri} opens no app.` : undefined;
}

/** Whether an address is one of those that were registered: the same text, but for the port of this computer. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return registered.includes(uri) || registered.some((own) => isSameLoopback(uri, own));
}

function isSameLoopback(uri: string, own: string): boolean {
  return (
    LOOPBACK.test(uri) && LOOPBACK.test(own) && withoutPort(uri) === withoutPort(own) && URL.canParse(uri)
  );
}

function withoutPort(uri: string): string {
  return uri.replace(LOOPBACK, 'http://$1');
}

/** The host or app of an address, for people. */
export function placeOfRedirect(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}

/** The address with parameters for the program. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${added.toString()}`;
}
