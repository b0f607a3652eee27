import { randomBytes } from 'node:crypto';
import { sessionCookies } from '@parley/contract/endpoints/sessions.ts';
import type { Config } from '../../engine/config.ts';
import { isLocalHost } from '../../engine/local-host.ts';
import { MAX_SESSION_DAYS } from './lifetime.ts';

type Hosts = Config['hosts'];

/** A cookie: its name over HTTPS, and its name over plain HTTP, which is for this machine. */
export type CookieName = { readonly secure: string; readonly development: string };

/** The headers that say which cookies a browser has for a host. */
export type CookieHeaders = { readonly host: string; readonly cookie: string | undefined };

const TOKEN_BYTES = 32;
const DAY_SECONDS = 86_400;

/** 256 random bits, so a plain hash is enough to keep the token secret. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The token of the session cookie; undefined without the cookie. */
export function sessionTokenOf(hosts: Hosts, headers: CookieHeaders): string | undefined {
  return cookieValue(hosts, headers, sessionCookies);
}

/** The `Set-Cookie` header that begins a session. */
export function sessionCookie(hosts: Hosts, host: string, token: string): string {
  return setCookie(hosts, host, sessionCookies, token, MAX_SESSION_DAYS * DAY_SECONDS);
}

/** The `Set-Cookie` header that deletes the cookie of a session. */
export function endedSessionCookie(hosts: Hosts, host: string): string {
  return setCookie(hosts, host, sessionCookies, '', 0);
}

/** A `Set-Cookie` header for this host alone, out of reach of scripts. */
export function setCookie(
  hosts: Hosts,
  host: string,
  name: CookieName,
  value: string,
  seconds: number,
): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
  return isDevelopment(hosts, host)
    ? `${name.development}=${value}; ${attributes}`
    : `${name.secure}=${value}; ${attributes}; Secure`;
}

/** The first value of a cookie. */
export function cookieValue(
  hosts: Hosts,
  { host, cookie }: CookieHeaders,
  { secure, development }: CookieName,
): string | undefined {
  if (cookie === undefined) return undefined;
  const name = isDevelopment(hosts, host) ? development : secure;
  for (const pair of cookie.split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/** Browsers accept the prefix `__Host-` over HTTPS only. */
function isDevelopment({ scheme }: Hosts, host: string): boolean {
  return scheme === 'http' && isLocalHost(host);
}
