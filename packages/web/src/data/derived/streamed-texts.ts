import type { ServerEvent } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import type { Chat } from '../chat.ts';

/** Texts of messages that are being written, by their ids; texts of which the start is not known are missing. */
export type StreamedTexts = Cell<ReadonlyMap<number, string>>;

const textsOf = new WeakMap<Chat, StreamedTexts>();

/** The texts that grow in front of the user. They follow the events of the chat from the first call on. */
export function streamedTexts(chat: Chat): StreamedTexts {
  const known = textsOf.get(chat);
  if (known !== undefined) return known;
  const cell = createCell<ReadonlyMap<number, string>>(new Map());
  chat.onBatch((batch) => {
    const before = cell.get();
    const after =
      batch.kind === 'snapshot' ? new Map<number, string>() : batch.events.reduce(withEvent, before);
    if (after !== before) cell.set(after);
  });
  textsOf.set(chat, cell);
  return cell;
}

/** The texts after an event: pieces that do not fit wait for the next update, which has the whole text. */
export function withEvent(
  texts: ReadonlyMap<number, string>,
  event: ServerEvent,
): ReadonlyMap<number, string> {
  switch (event.type) {
    case 'message_piece': {
      const { message_id: id, from, content } = event;
      const known = Array.from(texts.get(id) ?? '');
      if (from > known.length) return texts;
      return new Map(texts).set(id, known.slice(0, from).join('') + content);
    }
    case 'update_message': {
      const { message_id: id, content, streaming } = event;
      if (streaming === true && content !== undefined) return new Map(texts).set(id, content);
      return streaming === false ? without(texts, [id]) : texts;
    }
    case 'delete_message':
      return without(texts, event.message_ids ?? []);
    default:
      return texts;
  }
}

function without(texts: ReadonlyMap<number, string>, ids: readonly number[]): ReadonlyMap<number, string> {
  if (!ids.some((id) => texts.has(id))) return texts;
  const left = new Map(texts);
  for (const id of ids) left.delete(id);
  return left;
}
