import { withoutUnprintable } from '../channels/names.ts';

/** Marks of replies and forwarded e-mails that mail programs put before a subject, such as `Re:`, `AW[2]:`, `[Fwd]`. */
const MARK =
  /^ ?(?:\[ ?(?:re|aw|sv|fw|fwd|wg|tr|rv) ?[:\]]|(?:re|aw|sv|fw|fwd|wg|tr|rv) ?(?:\[\d+\]|\(\d+\))? ?:) ?/i;
const FORWARD_MARK = /\b(?:fw|fwd|wg)\b/i;

export type Subject = {
  /** Without marks and unprintable characters; may be empty. */
  readonly title: string;
  readonly isForwarded: boolean;
};

export function readSubject(subject: string): Subject {
  let title = withoutUnprintable(subject.replaceAll(/\s+/gu, ' ')).replaceAll(/ +/g, ' ').trim();
  let isForwarded = false;
  for (let mark = MARK.exec(title)?.[0]; mark !== undefined; mark = MARK.exec(title)?.[0]) {
    isForwarded ||= FORWARD_MARK.test(mark);
    title = title.slice(mark.length);
    // "[Fwd: hello]" has a second bracket at the end.
    if (mark.trim().startsWith('[') && mark.includes(':') && title.endsWith(']')) title = title.slice(0, -1);
  }
  return { title: title.trim(), isForwarded };
}
