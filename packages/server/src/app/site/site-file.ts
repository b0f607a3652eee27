import { createHash } from 'node:crypto';
import type { HttpResponse } from '../../http/response.ts';

/** A file of the documentation, complete in memory. */
export type SiteFile = { readonly type: string; readonly body: string; readonly tag: string };

export const HTML = 'text/html; charset=utf-8';

/** Allows nothing inline and nothing from other hosts; requests go to this server only. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function siteFile(type: string, body: string): SiteFile {
  return {
    type,
    body,
    tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
}

export function answerWith({ type, body, tag }: SiteFile, knownTag: string | undefined): HttpResponse {
  const headers = {
    'content-type': type,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    // Browsers revalidate on each use and get a 304 while the page is unchanged.
    'cache-control': 'public, no-cache',
    etag: tag,
  };
  return knownTag === tag ? { status: 304, headers, body: '' } : { status: 200, headers, body };
}
