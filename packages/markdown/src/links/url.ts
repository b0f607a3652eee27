/** Schemes that a link may have; a browser runs code for none of them. */
export const LINK_SCHEMES: ReadonlySet<string> = new Set(
  (
    'http https ftp mid bitcoin geo hansoft im irc ircs magnet mailto matrix obsidian mms news nntp ' +
    'openpgp4fpr sip sms smsto ssh tel urn webcal wtai xmpp zotero asanadesktop'
  ).split(' '),
);

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const HOST_AND_PORT = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+:[0-9]/i;
// Browsers drop control characters before they look for the scheme, so none may get through.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** The address a written link target stands for; undefined if it must not become a link. */
export function safeUrl(written: string): string | undefined {
  const target = written.trim().replaceAll(' ', '%20');
  if (target === '' || CONTROL.test(target)) return undefined;
  if (target.startsWith('/') || target.startsWith('#')) return target;
  const named = SCHEME.exec(target)?.[1];
  if (named !== undefined && !HOST_AND_PORT.test(target)) {
    return LINK_SCHEMES.has(named.toLowerCase()) ? target : undefined;
  }
  return target.includes('@') && !target.includes('/') ? `mailto:${target}` : `http://${target}`;
}

/** Addresses of the own organization's views and files lose their host, so that they survive a move. */
export function relativeIfLocal(url: string, origin: string | undefined): string {
  if (origin === undefined || !url.startsWith(`${origin}/`)) return url;
  const path = url.slice(origin.length + 1);
  return path.startsWith('#') || path.startsWith('user_uploads/') ? path : url;
}
