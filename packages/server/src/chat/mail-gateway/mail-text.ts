import type { IncomingMail } from '../../engine/mail/incoming/incoming-mail.ts';
import { plainTextOf } from '../notifications/content/plain-text.ts';
import type { ReadAddress } from './addresses.ts';
import { withoutQuotes, withoutSignature } from './reply-text.ts';
import { readSubject } from './subject.ts';

export type TextOptions = {
  /** A forwarded e-mail is a quote. */
  readonly quotes: 'dropped' | 'kept' | 'kept if forwarded';
  readonly keepsSignature: boolean;
  readonly prefersHtml: boolean;
};

const REPLY_TEXT: TextOptions = { quotes: 'dropped', keepsSignature: false, prefersHtml: false };

/** How the text of an e-mail to an address is read. */
export function textOptionsOf({ target, options }: ReadAddress): TextOptions {
  if (target.kind === 'reply') return REPLY_TEXT;
  return {
    quotes: options.has('include-quotes') ? 'kept' : 'kept if forwarded',
    keepsSignature: options.has('include-footer'),
    prefersHtml: options.has('prefer-html'),
  };
}

/** The text that the author of an e-mail has written; empty if there is none. */
export function textOfMail(
  { subject, text, html }: Pick<IncomingMail, 'subject' | 'text' | 'html'>,
  { quotes, keepsSignature, prefersHtml }: TextOptions,
): string {
  const usesHtml = html.trim() !== '' && (prefersHtml || text.trim() === '');
  const whole = (usesHtml ? textOfHtml(html) : text).replaceAll('\0', '');
  const keepsQuotes =
    quotes === 'kept' || (quotes === 'kept if forwarded' && readSubject(subject).isForwarded);
  const own = keepsQuotes ? whole : withoutQuotes(whole);
  return (keepsSignature ? own : withoutSignature(own)).trim();
}

const STYLE = {
  // Links of e-mails are absolute.
  realmUrl: 'about:blank',
  spoilerHint: '',
  quoteMark: undefined,
  formatTime: (time: Date) => time.toISOString(),
};

/** The text of an HTML part: lines, lists, quotes with marks, and links with their addresses. */
function textOfHtml(html: string): string {
  return plainTextOf(html.replaceAll(/\s+/g, ' '), STYLE)
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}
