import { buildPages, type Postings } from '../segments/build.ts';
import { mergeInOrder, mergeOverlapping, withoutIds, type SegmentPages } from '../segments/merge.ts';
import { openPage, openSegment, type PackedPages } from '../segments/page.ts';
import { textOf } from '../html-text.ts';
import { tokenizerOf, TOKENIZERS, type Tokenizer, type Tokenizers } from '../tokenizer.ts';
import { conversationToken, senderToken } from '../tokens.ts';

/** A message as the index reads it. */
export type IndexedMessage = {
  readonly id: number;
  readonly conversation_id: number;
  readonly sender_id: number;
  readonly topic: string;
  readonly rendered: string;
};

/** Pages of one segment, in their order. */
export type LoadedSegment = { readonly firstId: number; readonly pages: readonly Uint8Array[] };

/** Work on segments that needs processor time and no database. */
export type SegmentTask =
  | { readonly kind: 'build'; readonly tokenizer: number; readonly messages: readonly IndexedMessage[] }
  | { readonly kind: 'merge'; readonly isOrdered: boolean; readonly segments: readonly LoadedSegment[] }
  | { readonly kind: 'remove'; readonly segment: LoadedSegment; readonly ids: readonly number[] };

/** Pages of a new segment; for `remove`, the changed pages by their index. */
export type SegmentResult =
  | { readonly kind: 'pages'; readonly pages: PackedPages }
  | { readonly kind: 'changed'; readonly pages: readonly (readonly [number, Uint8Array])[] }
  | { readonly kind: 'damaged' };

export function runSegmentTask(task: SegmentTask, tokenizers: Tokenizers = TOKENIZERS): SegmentResult {
  switch (task.kind) {
    case 'build': {
      const postings = postingsOf(task.messages, tokenizerOf(tokenizers, task.tokenizer));
      return { kind: 'pages', pages: buildPages(postings, task.messages[0]?.id ?? 0) };
    }
    case 'merge':
      return mergeAll(task.segments, task.isOrdered ? mergeInOrder : mergeOverlapping);
    case 'remove':
      return removeFrom(task.segment, new Set(task.ids));
  }
}

function mergeAll(segments: readonly LoadedSegment[], merge: typeof mergeInOrder): SegmentResult {
  const whole: SegmentPages[] = [];
  for (const { firstId, pages } of segments) {
    const open = openSegment(pages.map(asBuffer));
    if (open === undefined) return { kind: 'damaged' };
    whole.push({ firstId, pages: open });
  }
  return { kind: 'pages', pages: merge(whole) };
}

function removeFrom({ firstId, pages }: LoadedSegment, gone: ReadonlySet<number>): SegmentResult {
  const changed: [number, Uint8Array][] = [];
  for (const [n, bytes] of pages.entries()) {
    const page = openPage(asBuffer(bytes));
    if (page === undefined) return { kind: 'damaged' };
    const rest = withoutIds(page, firstId, gone);
    if (rest !== undefined) changed.push([n, rest]);
  }
  return { kind: 'changed', pages: changed };
}

/** Messages must be in the order of their ids. */
function postingsOf(messages: readonly IndexedMessage[], tokenizer: Tokenizer): Postings {
  const postings = new Map<string, number[]>();
  for (const { id, conversation_id, sender_id, topic, rendered } of messages) {
    const add = (token: string): void => {
      const ids = postings.get(token);
      if (ids === undefined) postings.set(token, [id]);
      else if (ids.at(-1) !== id) ids.push(id);
    };
    tokenizer.addTokens(topic, add);
    tokenizer.addTokens(textOf(rendered), add);
    add(conversationToken(conversation_id));
    add(senderToken(sender_id));
  }
  return postings;
}

/** Buffers that cross threads arrive as plain arrays of bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
