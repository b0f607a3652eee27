import { openFence } from '../edit/fence.ts';

/** The unfinished name before the caret. */
export type Trigger =
  | { readonly kind: 'user'; readonly query: string; readonly start: number; readonly isSilent: boolean }
  | { readonly kind: 'channel'; readonly query: string; readonly start: number }
  | { readonly kind: 'topic'; readonly query: string; readonly start: number; readonly channel: string }
  | { readonly kind: 'emoji'; readonly query: string; readonly start: number }
  | { readonly kind: 'language'; readonly query: string; readonly start: number; readonly fence: string }
  | { readonly kind: 'command'; readonly query: string; readonly start: number };

/** Longest name that is completed, with its sign. */
const MAX_TRIGGER_LENGTH = 80;

/** Finds the name that is being typed at the end of a text. */
export function findTrigger(before: string): Trigger | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const lineStart = before.length - line.length;
  const fence = openFence(before.slice(0, Math.max(0, lineStart - 1)));
  if (fence !== undefined) return undefined;
  const language = /^(\s*)(`{3,}|~{3,})([\w+#.-]*)$/.exec(line);
  if (language !== null) {
    const [, indent = '', mark = '', query = ''] = language;
    return { kind: 'language', query, start: lineStart + indent.length + mark.length, fence: mark };
  }
  if (isInCodeSpan(line)) return undefined;
  const command = /^\/([\w-]*)$/.exec(before);
  if (command !== null) return { kind: 'command', query: command[1] ?? '', start: 0 };
  const tail = line.slice(-MAX_TRIGGER_LENGTH);
  const offset = before.length - tail.length;
  return (
    findTopic(tail, offset) ?? findChannel(tail, offset) ?? findUser(tail, offset) ?? findEmoji(tail, offset)
  );
}

function findTopic(tail: string, offset: number): Trigger | undefined {
  const match = /(?:^|[\s'"({/<])(#\*{0,2}([^\s*>#][^*>#\n]*)>([^*\n]*))$/.exec(tail);
  if (match === null) return undefined;
  const [whole, written = '', channel = '', query = ''] = match;
  return { kind: 'topic', query, channel, start: startOf(match.index, whole, written, offset) };
}

function findChannel(tail: string, offset: number): Trigger | undefined {
  const match = /(?:^|[\s'"({/<])(#\*{0,2}((?!\s)[^*>#\n]*))$/.exec(tail);
  if (match === null) return undefined;
  const [whole, written = '', query = ''] = match;
  return { kind: 'channel', query, start: startOf(match.index, whole, written, offset) };
}

function findUser(tail: string, offset: number): Trigger | undefined {
  const match = /(?:^|[\s'"({[/<])(@(_?)\*{0,2}((?!\s)[^*@\n]*))$/.exec(tail);
  if (match === null) return undefined;
  const [whole, written = '', silent, query = ''] = match;
  const start = startOf(match.index, whole, written, offset);
  return { kind: 'user', query, start, isSilent: silent === '_' };
}

/** Two letters at least: `:)` and the like are no names. */
function findEmoji(tail: string, offset: number): Trigger | undefined {
  const match = /(?:^|[\s'"({[<>*_~])(:([a-z0-9+_-]{2,}))$/i.exec(tail);
  if (match === null) return undefined;
  const [whole, written = '', query = ''] = match;
  return { kind: 'emoji', query, start: startOf(match.index, whole, written, offset) };
}

function startOf(index: number, whole: string, written: string, offset: number): number {
  return offset + index + whole.length - written.length;
}

function isInCodeSpan(line: string): boolean {
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
