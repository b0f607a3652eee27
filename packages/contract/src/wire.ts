import { canonicalJson } from './json-schema.ts';
import { openApiDocument } from './openapi.ts';

/** SHA-256 of the OpenAPI document, in hexadecimal. It changes exactly when the wire or its documentation does. */
export async function wireHash(): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(openApiDocument()));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
