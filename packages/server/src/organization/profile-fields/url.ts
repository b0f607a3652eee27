import { isIP } from 'node:net';

const SCHEMES = new Set(['http:', 'https:', 'ftp:', 'ftps:']);
const MAX_URL_LENGTH = 2048;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Whether text is an absolute URL that a browser can open. */
export function isUrl(text: string): boolean {
  if (text.length > MAX_URL_LENGTH || /[\s\p{Cc}<>"\\^`{|}]/u.test(text) || !URL.canParse(text)) return false;
  if (!/^[a-z]+:\/\//i.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  return SCHEMES.has(protocol) && isHost(hostname);
}

function isHost(host: string): boolean {
  if (host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) > 0) return true;
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}
