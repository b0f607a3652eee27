import { isDeepStrictEqual } from 'node:util';
import { entryHash, partHash } from '../../engine/audit/audit-entry.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { parseBody, type AuditBody } from './body.ts';
import { chainEnds, type ChainEnds } from './rows.ts';

/** Entries read at once. */
const PAGE = 500;

export type Verification = {
  /** Entries that were found right, one after another. */
  readonly checked: number;
  /** Personal parts that were removed with their users. */
  readonly removedParts: number;
  readonly ends: ChainEnds;
  /** The first wrong entry, and what is wrong. */
  readonly wrong?: { readonly number: number; readonly problem: string };
};

/** An end of the chain that was noted outside of the database. */
export type AuditAnchor = { readonly number: number; readonly hash: string };

type StoredEntry = {
  readonly number: number;
  readonly at: number;
  readonly kind: string;
  readonly action: string;
  readonly actor_id: number | null;
  readonly object_type: string | null;
  readonly object_id: number | null;
  readonly fields: readonly string[];
  readonly body: string;
  readonly hash: Buffer;
  readonly parts: readonly { readonly part: number; readonly salt: string; readonly content: string }[];
};

/** Follows the chain of an organization from its start to its end. The reader must read one snapshot. */
export async function verifyChain(
  reader: Reader,
  realmId: number,
  anchors: readonly AuditAnchor[] = [],
): Promise<Verification> {
  const ends = await chainEnds(reader, realmId);
  const anchored = new Map(anchors.map(({ number, hash }) => [number, hash]));
  let [number, previous, removedParts] = [ends.start, ends.start_hash, 0];
  const answer = (problem?: string): Verification => ({
    checked: number - ends.start,
    removedParts,
    ends,
    ...(problem === undefined ? {} : { wrong: { number: number + 1, problem } }),
  });
  for (;;) {
    const page = await entriesFrom(reader, realmId, number);
    for (const entry of page) {
      const problem = problemOf(entry, number + 1, previous, anchored.get(number + 1));
      if (problem !== undefined) return answer(problem);
      removedParts += parseBody(entry.body).parts.length - entry.parts.length;
      [number, previous] = [entry.number, entry.hash];
    }
    if (page.length < PAGE) break;
  }
  if (number < ends.number)
    return answer(`it and all later ones are missing; the chain ends at ${ends.number}`);
  if (number > ends.number || !previous.equals(ends.hash))
    return { ...answer(), wrong: { number, problem: `the chain ends at ${ends.number} with another hash` } };
  const beyond = anchors.find((anchor) => anchor.number > number);
  return beyond === undefined ? answer() : answer(`it is missing; an anchor names entry ${beyond.number}`);
}

function entriesFrom(reader: Reader, realmId: number, number: number): Promise<StoredEntry[]> {
  return reader.all(sql<StoredEntry>`
    select e.number, extract(epoch from e.at)::float8 as at, e.kind, e.action, e.actor_id, e.object_type, e.object_id,
      e.fields, e.body, e.hash, (
        select coalesce(json_agg(json_build_object('part', p.part, 'salt', encode(p.salt, 'hex'), 'content', p.content)), '[]')
        from audit_part p where p.realm_id = e.realm_id and p.number = e.number) as parts
    from audit_entry e where e.realm_id = ${realmId} and e.number > ${number}
    order by e.number limit ${PAGE}`);
}

function problemOf(
  entry: StoredEntry,
  expected: number,
  previous: Buffer,
  anchor: string | undefined,
): string | undefined {
  if (entry.number !== expected) return 'it is missing';
  if (!entryHash(previous, entry.number, entry.body).equals(entry.hash))
    return 'its hash is not that of its body and of the entry before';
  if (anchor !== undefined && anchor !== entry.hash.toString('hex'))
    return 'its hash is not that of the anchor';
  const body = parseBody(entry.body);
  if (!isDeepStrictEqual(columnsOf(body), storedColumns(entry)))
    return 'its columns are not those of its body';
  const hashes = new Map(body.parts.map(({ part, hash }) => [part, hash]));
  if (entry.parts.some(({ part, salt, content }) => hashes.get(part) !== partHash(salt, content)))
    return 'a personal part is not the one that its body names';
  return undefined;
}

function columnsOf({ at, kind, action, actor, object, fields }: AuditBody) {
  return [
    Math.round(at * 1000),
    kind,
    action,
    actor.id ?? null,
    object?.type ?? null,
    object?.id ?? null,
    [...fields],
  ];
}

function storedColumns({ at, kind, action, actor_id, object_type, object_id, fields }: StoredEntry) {
  return [Math.round(at * 1000), kind, action, actor_id, object_type, object_id, fields];
}
