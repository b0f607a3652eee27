import type { Config } from '../../engine/config.ts';
import { urlOf } from '../../engine/hosts.ts';
import { VERSION } from '../../engine/version.ts';

/** Names the server to the sites whose pages and pictures it requests. */
export function previewUserAgent({ hosts }: Pick<Config, 'hosts'>): string {
  return `Mozilla/5.0 (compatible; ParleyURLPreview/${VERSION}; +${urlOf(hosts, '')})`;
}
