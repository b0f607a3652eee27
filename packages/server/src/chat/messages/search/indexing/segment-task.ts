import { buildPages, type Postings } from '../segments/build.ts';
import { mergeInOrder, mergeOverlapping, withoutIds } from '../segments/merge.ts';
import type { PackedPages } from '../segments/page.ts';
import { textOf } from '../html-text.ts';
import { addTokens, conversationToken, senderToken } from '../tokens.ts';

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
  | { readonly kind: 'build'; readonly messages: readonly IndexedMessage[] }
  | { readonly kind: 'merge'; readonly isOrdered: boolean; readonly segments: readonly LoadedSegment[] }
  | { readonly kind: 'remove'; readonly segment: LoadedSegment; readonly ids: readonly number[] };

/** Pages of a new segment; or, for `remove`, the changed pages by their index, empty ones without content. */
export type SegmentResult =
  | { readonly kind: 'pages'; readonly pages: PackedPages }
  | { readonly kind: 'changed'; readonly pages: readonly (readonly [number, Uint8Array])[] };

export function runSegmentTask(task: SegmentTask): SegmentResult {
  switch (task.kind) {
    case 'build':
      return { kind: 'pages', pages: buildPages(postingsOf(task.messages), task.messages[0]?.id ?? 0) };
    case 'merge': {
      const merge = task.isOrdered ? mergeInOrder : mergeOverlapping;
      return {
        kind: 'pages',
        pages: merge(task.segments.map(({ firstId, pages }) => ({ firstId, pages: pages.map(asBuffer) }))),
      };
    }
    case 'remove': {
      const gone = new Set(task.ids);
      const changed = task.segment.pages.flatMap((page, n): [number, Uint8Array][] => {
        const rest = withoutIds(asBuffer(page), task.segment.firstId, gone);
        return rest === undefined ? [] : [[n, rest]];
      });
      return { kind: 'changed', pages: changed };
    }
  }
}

/** Messages must be in the order of their ids. */
function postingsOf(messages: readonly IndexedMessage[]): Postings {
  const postings = new Map<string, number[]>();
  for (const { id, conversation_id, sender_id, topic, rendered } of messages) {
    const add = (token: string): void => {
      const ids = postings.get(token);
      if (ids === undefined) postings.set(token, [id]);
      else if (ids.at(-1) !== id) ids.push(id);
    };
    addTokens(topic, add);
    addTokens(textOf(rendered), add);
    add(conversationToken(conversation_id));
    add(senderToken(sender_id));
  }
  return postings;
}

/** Buffers that cross threads arrive as plain arrays of bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
