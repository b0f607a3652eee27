import { sql, type Reader } from '../../../engine/db/sql.ts';

/** Bytes of the texts of messages, by their ids. */
export type Weights = ReadonlyMap<number, number>;

const REACTION_BYTES = 128;
const SUBMESSAGE_BYTES = 128;

/** Lengths of texts are read without the texts. An edited message is answered with its text before the last edit. */
export async function weigh(reader: Reader, realmId: number, ids: readonly number[]): Promise<Weights> {
  const rows = await reader.all(
    sql<{ id: number; weight: number }>`
      select m.id,
        ((octet_length(m.content) + octet_length(m.rendered)) * (case when m.edited_at is null then 1 else 2 end)
        + ${REACTION_BYTES} * (
          select count(*) from reaction r where r.realm_id = m.realm_id and r.message_id = m.id
        ) + (
          select coalesce(sum(octet_length(u.content) + ${SUBMESSAGE_BYTES}), 0)
          from submessage u where u.realm_id = m.realm_id and u.message_id = m.id
        ))::bigint as weight
      from message m
      where m.realm_id = ${realmId} and m.id = any(${[...ids]}::bigint[])`,
  );
  return new Map(rows.map(({ id, weight }) => [id, weight]));
}

/** Splits ids into pages of at most so many messages and bytes; a larger message has a page of its own. */
export function pagesOf(
  ids: readonly number[],
  weights: Weights,
  max: { readonly messages: number; readonly bytes: number },
): number[][] {
  const pages: number[][] = [];
  let room = 0;
  for (const id of ids) {
    const weight = weights.get(id) ?? 0;
    const page = pages.at(-1);
    if (page === undefined || page.length === max.messages || weight > room) {
      pages.push([id]);
      room = max.bytes - weight;
    } else {
      page.push(id);
      room -= weight;
    }
  }
  return pages;
}

/**
 * The part of a list around an index whose messages have at most so many bytes: the nearest ones, in turns from both
 * sides. The first is taken whatever its size.
 */
export function nearestWithin(
  ids: readonly number[],
  index: number,
  weights: Weights,
  maxBytes: number,
): readonly [from: number, to: number] {
  let [from, to, room] = [index, index, maxBytes];
  const isTaken = (at: number): boolean => {
    const weight = weights.get(ids[at] ?? 0) ?? 0;
    if (weight > room && to > from) return false;
    room -= weight;
    return true;
  };
  for (let [isOlder, isNewer] = [true, true]; isOlder || isNewer;) {
    isNewer &&= to < ids.length && isTaken(to);
    if (isNewer) to += 1;
    isOlder &&= from > 0 && isTaken(from - 1);
    if (isOlder) from -= 1;
  }
  return [from, to];
}
