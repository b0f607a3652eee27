import { sql, toJson, type Query } from '../db/sql.ts';
import { composeEntry, type AuditRecord } from './audit-entry.ts';
import type { AuditAuthor } from './author.ts';

/** The statement that adds entries to the chain of an organization. Nothing of the transaction may follow but the log. */
export function appendAudit(
  realmId: number,
  changes: readonly AuditRecord[],
  author: AuditAuthor,
  nowMs: number,
): Query<unknown> {
  const entries = changes.map((change) => composeEntry(change, author, nowMs));
  const parts = entries.flatMap((entry, n) => entry.parts.map((part) => ({ entry: n + 1, ...part })));
  const bodies = entries.map(({ body }) => body);
  return sql`select append_audit(${realmId}, ${bodies}::text[], ${toJson(parts)}::jsonb)`;
}
