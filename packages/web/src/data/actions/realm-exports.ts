import {
  deleteRealmExport,
  exportRealm,
  getRealmExportConsents,
  getRealmExports,
} from '@parley/contract/endpoints/realm-exports.ts';
import type { ExportType, RealmExport } from '@parley/contract/objects/realm-export.ts';
import type { Chat } from '../chat.ts';

export type { ExportType, RealmExport } from '@parley/contract/objects/realm-export.ts';

/** Exports of the organization, newest first, with addresses that are good for an hour. */
export async function readRealmExports({ client }: Chat): Promise<readonly RealmExport[]> {
  return (await client.call(getRealmExports)).exports.toReversed();
}

/** Calls back with all exports, newest first, when one begins, ends or is deleted. */
export function watchRealmExports(
  { onBatch }: Chat,
  listener: (exports: readonly RealmExport[]) => void,
): () => void {
  return onBatch((batch) => {
    if (batch.kind !== 'events') return;
    for (const event of batch.events) if (event.type === 'realm_export') listener(event.exports.toReversed());
  });
}

/** Asks for an export; rejects with the refusal of the server. */
export async function startRealmExport({ client }: Chat, type: ExportType): Promise<void> {
  await client.call(exportRealm, { export_type: type });
}

/** Deletes the archive; the entry stays. */
export async function removeRealmExport({ client }: Chat, id: number): Promise<void> {
  await client.call(deleteRealmExport, { export_id: id });
}

/** How many people allow exports with their private messages. */
export type ConsentCount = { readonly allowed: number; readonly people: number };

export async function readConsents({ client }: Chat): Promise<ConsentCount> {
  const { export_consents: all } = await client.call(getRealmExportConsents);
  return { allowed: all.filter(({ consented }) => consented).length, people: all.length };
}
