import type { ArgumentsOf, ResultOf } from '@parley/client';
import { getAuditEntries, getLastChanges } from '@parley/contract/endpoints/audit.ts';
import type { Chat } from '../chat.ts';

export type AuditPage = ResultOf<typeof getAuditEntries>;
export type AuditEntry = AuditPage['entries'][number];
export type AuditFilter = ArgumentsOf<typeof getAuditEntries>;
export type LastChange = ResultOf<typeof getLastChanges>['changes'][number];

/** Entries of the audit trail, newest first. */
export function readAudit({ client }: Chat, filter: AuditFilter): Promise<AuditPage> {
  return client.call(getAuditEntries, filter);
}

export async function readAuditEntry(chat: Chat, number: number): Promise<AuditEntry | undefined> {
  const { entries } = await readAudit(chat, { before: number + 1, limit: 1 });
  return entries.find((entry) => entry.number === number);
}

/** Entries of one request of a download. */
const PAGE = 1_000;

/** All entries that match as JSON lines, newest first. */
export async function auditLines(chat: Chat, filter: AuditFilter): Promise<Blob> {
  const lines: string[] = [];
  let before: number | undefined;
  for (;;) {
    const page = await readAudit(chat, { ...filter, limit: PAGE, before });
    lines.push(...page.entries.map((entry) => `${JSON.stringify(entry)}\n`));
    before = page.entries.at(-1)?.number;
    if (page.found_oldest || before === undefined) break;
  }
  return new Blob(lines, { type: 'application/jsonl' });
}

/** The last change of each setting of the organization, by the name of the setting. */
export async function readLastChanges({ client }: Chat): Promise<ReadonlyMap<string, LastChange>> {
  const { changes } = await client.call(getLastChanges, {});
  return new Map(changes.map((change) => [change.field, change]));
}
