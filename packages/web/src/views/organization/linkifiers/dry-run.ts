import { matchLinkifiers } from '@parley/markdown/linkifiers';
import { parseMessageHtml } from '../../../content/trusted-html.ts';
import type { LinkifierRule, RecentText } from '../../../data/actions/linkifier-actions.ts';

/** A stretch of a message that is text for linkifiers. */
type Stretch = { readonly text: string; readonly isLink: boolean };

/** A message with the stretches in which a linkifier finds something. */
export type DryRunHit = {
  readonly message: RecentText;
  /** The text around the first finds, in parts. */
  readonly parts: readonly DryRunPart[];
};

export type DryRunPart = { readonly text: string; readonly isFound: boolean };

export type DryRun = {
  readonly places: number;
  readonly channels: number;
  /** The newest messages with a find. */
  readonly hits: readonly DryRunHit[];
};

const MAX_HITS = 5;
/** Characters of a message that are shown around its finds. */
const MAX_SHOWN = 160;
const BEFORE_FIND = 40;
/** Messages that are looked at before the page may draw again. */
const PORTION = 50;
const NO_TEXT = 'code, pre, .katex, .user-mention, .user-group-mention, .emoji, .message_inline_image';

/**
 * Looks where a linkifier would make links in recent messages; nothing is changed. Code, formulas and links that are there
 * already are left out, as when a message is sent.
 */
export async function dryRun(
  rule: LinkifierRule,
  messages: readonly RecentText[],
  signal: AbortSignal,
): Promise<DryRun | undefined> {
  const channels = new Set<number>();
  const hits: DryRunHit[] = [];
  let places = 0;
  for (const [n, message] of messages.entries()) {
    if (n % PORTION === 0) await nextTask();
    if (signal.aborted) return undefined;
    for (const { text, isLink } of stretchesOf(message.html)) {
      const finds = isLink ? [] : findsOf(rule, text);
      if (finds.length === 0) continue;
      places += finds.length;
      if (message.at.kind === 'topic') channels.add(message.at.channelId);
      if (hits.length < MAX_HITS && hits.at(-1)?.message !== message)
        hits.push({ message, parts: partsOf(text, finds) });
    }
  }
  return { places, channels: channels.size, hits };
}

/** How many links of recent messages each linkifier has made. */
export async function countPlaces(
  rules: readonly LinkifierRule[],
  messages: readonly RecentText[],
  signal: AbortSignal,
): Promise<readonly number[] | undefined> {
  const counts = rules.map(() => 0);
  for (const [n, { html }] of messages.entries()) {
    if (n % PORTION === 0) await nextTask();
    if (signal.aborted) return undefined;
    for (const { text, isLink } of stretchesOf(html)) {
      if (!isLink) continue;
      const first = rules.findIndex((rule) =>
        findsOf(rule, text).some(({ start, end }) => start === 0 && end === text.length),
      );
      if (first !== -1) counts[first] = (counts[first] ?? 0) + 1;
    }
  }
  return counts;
}

type Find = { readonly start: number; readonly end: number };

function findsOf(rule: LinkifierRule, text: string): readonly Find[] {
  return matchLinkifiers([{ pattern: rule.pattern, urlTemplate: rule.url_template }], text, true);
}

function stretchesOf(html: string): readonly Stretch[] {
  const walker = document.createTreeWalker(parseMessageHtml(html), NodeFilter.SHOW_TEXT);
  const stretches: Stretch[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.nodeValue ?? '';
    if (parent === null || text.trim() === '' || parent.closest(NO_TEXT) !== null) continue;
    stretches.push({ text, isLink: parent.closest('a') !== null });
  }
  return stretches;
}

/** The text with its finds marked, from a little before the first one. */
function partsOf(text: string, finds: readonly Find[]): readonly DryRunPart[] {
  const from = Math.max(0, (finds[0]?.start ?? 0) - BEFORE_FIND);
  const to = Math.min(text.length, from + MAX_SHOWN);
  const parts: DryRunPart[] = from === 0 ? [] : [{ text: '…', isFound: false }];
  let at = from;
  for (const { start, end } of finds) {
    if (start >= to) break;
    parts.push({ text: text.slice(at, start), isFound: false });
    parts.push({ text: text.slice(start, Math.min(end, to)), isFound: true });
    at = Math.min(end, to);
  }
  parts.push({ text: `${text.slice(at, to)}${to < text.length ? '…' : ''}`, isFound: false });
  return parts.filter((part) => part.text !== '');
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
