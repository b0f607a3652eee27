import { sql, type Reader } from '../../engine/db/sql.ts';
import type { OrganizationReader, ReaderKey, RecipientReader } from './kinds.ts';

/** The readers that a node runs. */
export type ReaderLists = {
  readonly organizations: readonly OrganizationReader[];
  readonly recipients: readonly RecipientReader[];
};

/** Readers of organizations in one search. */
const MAX_ORGANIZATION_READERS = 1_000;
/** Recipients' readers of each organization in one search, so that a busy organization leaves room for others. */
const MAX_RECIPIENTS_PER_REALM = 200;
const MAX_RECIPIENTS = 2_000;

type DueRow = { realm_id: number; kind: string; id: number };

/** Readers of organizations with work. The statement compares the heads of all organizations with their cursors. */
export async function findDueOrganizations(
  reader: Reader,
  organizations: readonly OrganizationReader[],
): Promise<ReaderKey[]> {
  const rows = await reader.all(
    sql<DueRow>`
      select h.realm_id, k.kind, 0::bigint as id
      from realm_head h
      cross join unnest(${organizations.map(({ kind }) => kind)}::text[],
        ${organizations.map(({ start }) => start !== 'on request')}::boolean[]) as k (kind, is_everywhere)
      left join log_reader r on r.realm_id = h.realm_id and r.kind = k.kind and r.id = 0
      where case when r.realm_id is null then k.is_everywhere
        else h.head > r.position and r.due_at <= clock_timestamp() and r.paused_at is null end
      order by r.due_at nulls first
      limit ${MAX_ORGANIZATION_READERS}`,
    'find-due-organizations',
  );
  return rows.map(keyOf);
}

/**
 * Changes with each entry and each step of an organization's reader, so a value that stays has no work behind it; undefined
 * while a reader waits for its time. It costs a small part of the search.
 */
export async function progressOf(reader: Reader): Promise<string | undefined> {
  const [row] = await reader.all(
    sql<{ progress: string | null }>`
      select case when not readers.is_waiting
        then concat_ws('/', heads.count, heads.sum, readers.count, readers.sum, readers.paused) end as progress
      from (select count(*), sum(head) from realm_head) as heads,
        (select count(*), sum(position), count(paused_at) as paused,
           coalesce(bool_or(due_at > clock_timestamp()), false) as is_waiting
         from log_reader where id = 0) as readers`,
    'progress-of-readers',
  );
  return row?.progress ?? undefined;
}

/** Readers of recipients with work that no node holds. The statement visits none at rest. */
export async function findDueRecipients(
  reader: Reader,
  recipients: readonly RecipientReader[],
): Promise<ReaderKey[]> {
  const rows = await reader.all(
    sql<DueRow>`
      with recursive waiting (realm_id) as (
        (select realm_id from log_reader where wanted > position and paused_at is null
          order by realm_id limit 1)
        union all
        select (select r.realm_id from log_reader r
            where r.wanted > r.position and r.paused_at is null and r.realm_id > w.realm_id
            order by r.realm_id limit 1)
          from waiting w where w.realm_id is not null
      )
      select due.realm_id, due.kind, due.id
      from waiting w cross join lateral (
        select r.realm_id, r.kind, r.id from log_reader r
        where r.realm_id = w.realm_id and r.wanted > r.position and r.paused_at is null
          and r.due_at <= clock_timestamp() and r.kind = any(${recipients.map(({ kind }) => kind)}::text[])
        order by r.due_at
        limit ${MAX_RECIPIENTS_PER_REALM}
      ) as due
      limit ${MAX_RECIPIENTS}`,
    'find-due-recipients',
  );
  return rows.map(keyOf);
}

function keyOf({ realm_id, kind, id }: DueRow): ReaderKey {
  return { realmId: realm_id, kind, id };
}
