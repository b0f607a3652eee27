import type { AuditEntry, AuditKind } from '@parley/contract/objects/audit-entry.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { parseBody, type AuditBody } from './body.ts';

/** Entries to read; those with the highest numbers first. */
export type AuditFilter = {
  /** Only entries with a lower number. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly kinds?: readonly AuditKind[] | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly actorId?: number | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: number | undefined;
  /** UNIX times in seconds. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
};

type Part = { readonly part: number; readonly content: string };
export type EntryRow = {
  readonly number: number;
  readonly body: string;
  readonly hash: Buffer;
  readonly parts: readonly Part[];
};

/** The columns of an entry `e` with its personal parts that are left. */
const COLUMNS = sql`e.number, e.body, e.hash, (
  select coalesce(json_agg(json_build_object('part', p.part, 'content', p.content)), '[]')
  from audit_part p where p.realm_id = e.realm_id and p.number = e.number) as parts`;

export function listEntries(reader: Reader, realmId: number, filter: AuditFilter): Promise<EntryRow[]> {
  const { before, limit, kinds, actions, actorId, objectType, objectId, since, until } = filter;
  return reader.all(sql<EntryRow>`
    select ${COLUMNS} from audit_entry e
    where e.realm_id = ${realmId}
      ${before === undefined ? sql`` : sql`and e.number < ${before}`}
      ${kinds === undefined ? sql`` : sql`and e.kind = any(${[...kinds]}::text[])`}
      ${actions === undefined ? sql`` : sql`and e.action = any(${[...actions]}::text[])`}
      ${actorId === undefined ? sql`` : sql`and e.actor_id = ${actorId}`}
      ${objectType === undefined ? sql`` : sql`and e.object_type = ${objectType}`}
      ${objectId === undefined ? sql`` : sql`and e.object_id = ${objectId}`}
      ${since === undefined ? sql`` : sql`and e.at >= to_timestamp(${since})`}
      ${until === undefined ? sql`` : sql`and e.at < to_timestamp(${until})`}
    order by e.number desc limit ${limit}`);
}

/** Entries in the order in which they were added. */
export function entriesAfter(
  reader: Reader,
  realmId: number,
  number: number,
  limit: number,
): Promise<EntryRow[]> {
  return reader.all(sql<EntryRow>`
    select ${COLUMNS} from audit_entry e
    where e.realm_id = ${realmId} and e.number > ${number} order by e.number limit ${limit}`);
}

export function presentEntry({ number, body, hash, parts }: EntryRow): AuditEntry {
  const entry = parseBody(body);
  const { at, kind, action, actor, via = null, object } = entry;
  const origin = contentOf(parts, 0) as { address?: string; client?: string } | undefined;
  const personal = contentOf(parts, 1) as Pick<AuditBody, 'before' | 'after'> | undefined;
  return {
    number,
    time: at,
    kind,
    action,
    actor: {
      kind: actor.kind,
      user_id: actor.id ?? null,
      role: actor.role ?? null,
      credential_id: actor.login?.credential ?? null,
      login_time: actor.login?.at ?? null,
    },
    via,
    object: object === undefined ? null : { type: object.type, id: object.id ?? null },
    before: { ...entry.before, ...personal?.before },
    after: { ...entry.after, ...personal?.after },
    address: origin?.address ?? null,
    client: origin?.client ?? null,
    hash: hash.toString('hex'),
  };
}

function contentOf(parts: readonly Part[], part: number): unknown {
  const found = parts.find((candidate) => candidate.part === part);
  return found === undefined ? undefined : JSON.parse(found.content);
}

/** The end and the start of a chain: entries up to `start` were removed by their retention. */
export type ChainEnds = {
  readonly number: number;
  readonly hash: Buffer;
  readonly start: number;
  readonly start_hash: Buffer;
};

export async function chainEnds(reader: Reader, realmId: number): Promise<ChainEnds> {
  const row = await reader.first(
    sql<ChainEnds>`select number, hash, start, start_hash from audit_head where realm_id = ${realmId}`,
  );
  return row ?? { number: 0, hash: Buffer.alloc(0), start: 0, start_hash: Buffer.alloc(0) };
}

export type LastChange = {
  readonly field: string;
  readonly number: number;
  readonly time: number;
  readonly actor_kind: AuditBody['actor']['kind'];
  readonly user_id: number | null;
};

/** The last change of each setting of an organization. */
export function lastChanges(reader: Reader, realmId: number): Promise<LastChange[]> {
  return reader.all(sql<LastChange>`
    select distinct on (field) field, e.number, extract(epoch from e.at)::float8 as time,
      e.body::json -> 'actor' ->> 'kind' as actor_kind, e.actor_id as user_id
    from audit_entry e cross join unnest(e.fields) as field
    where e.realm_id = ${realmId} and e.object_type = 'organization' and e.object_id is null
      and e.action in ('organization.changed', 'defaults.changed')
    order by field, e.number desc`);
}
