import { randomBytes } from 'node:crypto';
import type { Config } from '../../engine/config.ts';
import { originOf } from '../../engine/hosts.ts';
import { hexHashOf } from '../../engine/secrets/seal.ts';
import { STATE_LIFETIME_MINUTES } from '../../http/oauth/state.ts';
import { cookieValue, setCookie, type CookieHeaders } from '../../http/sessions/cookie.ts';

/** The sign-on of a browser: the path to open afterwards, and the hash of the cookie that the browser got. */
export type BrowserFlow = { readonly next: string; readonly cookieHash: string };

type Hosts = Config['hosts'];

const COOKIE = { secure: '__Host-parley-sign-on', development: 'parley-dev-sign-on' };
const SECRET_BYTES = 32;
const SECRET_SHAPE = /^[\w-]{43}$/;
const MAX_NEXT_LENGTH = 2_000;

/**
 * Binds a sign-on to the browser that begins it, so that a link to the end of a foreign sign-on logs no browser in. A
 * browser with several sign-ons at once has one cookie for them.
 */
export function beginBrowserFlow(hosts: Hosts, headers: CookieHeaders, next: string | undefined) {
  const known = cookieValue(hosts, headers, COOKIE) ?? '';
  const secret = SECRET_SHAPE.test(known) ? known : randomBytes(SECRET_BYTES).toString('base64url');
  const flow: BrowserFlow = { next: ownPath(hosts, headers.host, next), cookieHash: hexHashOf(secret) };
  return { flow, cookie: setCookie(hosts, headers.host, COOKIE, secret, STATE_LIFETIME_MINUTES * 60) };
}

export function isSameBrowser(hosts: Hosts, headers: CookieHeaders, { cookieHash }: BrowserFlow): boolean {
  const secret = cookieValue(hosts, headers, COOKIE);
  return secret !== undefined && hexHashOf(secret) === cookieHash;
}

/** A path of this organization; anything else becomes the start page. */
export function ownPath(hosts: Hosts, host: string, next = '/'): string {
  const origin = originOf(hosts, host);
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(next) && next.length <= MAX_NEXT_LENGTH;
  return isPath && URL.parse(next, origin)?.origin === origin ? next : '/';
}
