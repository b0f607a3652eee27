import { limits } from '@parley/contract/limits.ts';
import { withoutUnprintable } from '../../../chat/channels/names.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { ImportedMessage } from './form.ts';
import type { ImportHome } from './homes.ts';
import { cutTo, storable } from './texts.ts';

/** Topics of threads held in memory; others are read again from their first message. */
const MAX_KNOWN = 50_000;
const TITLE_LENGTH = 45;
/** The topic of messages that belong to no thread. */
const MAIN_TOPIC = 'general';

export type Threads = {
  /** The topic of a message in a channel, whose words name the topic that it begins. Messages come in the order of their times. */
  topicOf(message: ImportedMessage, home: ImportHome, words: () => string): Promise<string>;
};

/** Names a topic for every thread: the first words and the day of its first message. */
export function createThreads(reader: Reader, realmId: number, origin: string): Threads {
  const known = new Map<string, string>();
  const taken = new Map<number, Set<string>>();
  const remember = (thread: string, topic: string): string => {
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '');
    known.set(thread, topic);
    return topic;
  };
  const unique = async (home: ImportHome, name: string): Promise<string> => {
    const names = taken.get(home.conversationId) ?? new Set();
    taken.set(home.conversationId, names);
    for (let n = 1; ; n += 1) {
      const suffix = n === 1 ? '' : ` (${n})`;
      const candidate = cutTo(name, limits.topicLength - suffix.length) + suffix;
      const key = candidate.toLowerCase();
      if (names.has(key)) continue;
      names.add(key);
      if (home.isFresh || !(await isTopic(reader, realmId, home, key))) return candidate;
    }
  };
  return {
    topicOf: async (message, home, words) => {
      const { thread, topic, at, key } = message;
      if (topic !== undefined) return cutTo(storable(topic).trim(), limits.topicLength);
      if (thread === undefined) return MAIN_TOPIC;
      const remembered = known.get(thread);
      if (remembered !== undefined) return remembered;
      if (thread === key) return remember(thread, await unique(home, titleOf(message, words)));
      const stored = await topicOfMessage(reader, realmId, origin, thread);
      return remember(
        thread,
        stored ?? (await unique(home, `${timeOf(at)} (earlier message not in the archive)`)),
      );
    },
  };
}

function titleOf({ title, at }: ImportedMessage, words: () => string): string {
  const line = withoutUnprintable(storable(title ?? words()))
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return `${cutTo(line, TITLE_LENGTH) || 'thread'} · ${timeOf(at).slice(0, 10)}`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

async function isTopic(reader: Reader, realmId: number, home: ImportHome, key: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from message where realm_id = ${realmId} and topic_key = ${key}
      and (channel_id = ${home.targetId ?? 0} or conversation_id = ${home.conversationId}) limit 1`);
  return row !== undefined;
}

async function topicOfMessage(
  reader: Reader,
  realmId: number,
  origin: string,
  key: string,
): Promise<string | undefined> {
  const row = await reader.first(sql<{ topic: string }>`
    select m.topic from imported i join message m on m.realm_id = i.realm_id and m.id = i.id
    where i.realm_id = ${realmId} and i.origin = ${origin} and i.kind = 'message' and i.source_id = ${key}`);
  return row?.topic;
}
