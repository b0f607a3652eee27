import { randomBytes } from 'node:crypto';

/** A new nonce for one response. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

export const NONCE_FORM = /^[\w-]{22}$/;

/**
 * Scripts come from this server only and HTML from the policies named here. Formulas need `style` attributes, and
 * React Aria adds style elements with the nonce of the page.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types parley-html parley-worker',
  ].join('; ');
}

/** Headers of the page, apart from the content security policy. `nosniff` and the referrer policy are common to all responses. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
};
