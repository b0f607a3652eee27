import { replaceBetween } from '../../engine/replace-between.ts';

/** Schemes of links that open a page or a program and run nothing in the page of the client. */
const ALLOWED = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'sms',
  'ftp',
  'sftp',
  'ssh',
  'git',
  'irc',
  'ircs',
  'xmpp',
  'matrix',
  'sip',
  'geo',
  'magnet',
  'vscode',
  'zulip',
]);

/** Returns an error for a URL template with a scheme that is not allowed, such as `javascript:`. */
export function schemeError(template: string): string | undefined {
  // Browsers ignore spaces and control characters in a scheme.
  const literal = replaceBetween(template, /\{/g, '}', () => '').replaceAll(/[\s\p{Cc}]/gu, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(literal)?.[1]?.toLowerCase();
  return scheme === undefined || ALLOWED.has(scheme)
    ? undefined
    : `A template must not have the scheme '${scheme}:'. Use https.`;
}
