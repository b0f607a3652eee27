import type { PagePreview } from '@parley/markdown';
import { hash } from 'node:crypto';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

const PREVIEW_HOURS = 24;
/** A page without a preview is asked again sooner. */
const NOTHING_HOURS = 1;

/** The fetched pages among URLs; null for those without a preview. */
export async function findStoredPages(
  reader: Reader,
  realmId: number,
  urls: readonly string[],
): Promise<ReadonlyMap<string, PagePreview | null>> {
  const urlOf = new Map(urls.map((url) => [hashOf(url).toString('hex'), url]));
  const rows = await reader.all(sql<{ url_hash: Buffer; preview: PagePreview | null }>`
    select url_hash, preview from page_preview
    where realm_id = ${realmId} and url_hash = any(${urls.map(hashOf)}::bytea[])
      and fetched_at > now() - make_interval(hours => case
        when preview is null then ${NOTHING_HOURS}::int else ${PREVIEW_HOURS}::int end)`);
  return new Map(
    rows.flatMap(({ url_hash, preview }) => {
      const url = urlOf.get(url_hash.toString('hex'));
      return url === undefined ? [] : [[url, preview] as const];
    }),
  );
}

export async function storePage(
  { pool }: Pick<World, 'pool'>,
  realmId: number,
  url: string,
  preview: PagePreview | null,
): Promise<void> {
  const json = preview === null ? null : JSON.stringify(preview);
  await pool.all(sql`
    insert into page_preview (realm_id, url_hash, preview) values (${realmId}, ${hashOf(url)}, ${json}::jsonb)
    on conflict (realm_id, url_hash) do update set preview = excluded.preview, fetched_at = now()`);
}

export async function expirePages({ pool }: World): Promise<void> {
  await pool.all(
    sql`delete from page_preview where fetched_at < now() - make_interval(hours => ${PREVIEW_HOURS})`,
  );
}

function hashOf(url: string): Buffer {
  return hash('sha256', url, 'buffer');
}
