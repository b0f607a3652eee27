import { REALM_TABLES } from '../portability/realm-tables.ts';
import type { Side } from './sides.ts';

/**
 * Tables whose rows go over at the switch, in one transaction: the organization itself, its head, and rows that jobs would
 * act on. Before the switch the new cell has none of them, after it the old one.
 */
export const LATE_TABLES = [
  'realm',
  'realm_head',
  'log_reader',
  'mail',
  'email_batch',
  'push_delivery',
  'page_job',
  'lost_queue',
  'scheduled_message',
  'reminder',
  'search_build',
] as const;

/** The column that names the organization. */
export function keyOf(table: string): string {
  return table === 'realm' ? 'id' : 'realm_id';
}

/** Tables that belong to the move itself. */
const OWN_TABLES = ['realm_transfer', 'transfer_mark'];

/** All other tables of an organization, which are replicated while it is in use. */
export async function liveTables(side: Side): Promise<string[]> {
  const rows = await side.all<{ name: string }>(REALM_TABLES);
  const others: readonly string[] = [...LATE_TABLES, ...OWN_TABLES];
  return rows.map(({ name }) => name).filter((name) => !others.includes(name));
}
