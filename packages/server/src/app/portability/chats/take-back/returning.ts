import { sql } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import type { World } from '../../../../http/world.ts';
import type { ImportedKind } from '../imported.ts';
import type { ImportReport } from '../report.ts';

/** An import that is being taken back. */
export type Returning = {
  readonly world: World;
  readonly realmId: number;
  readonly origin: string;
  readonly importId: number;
  /** Names what stays. */
  readonly report: Pick<ImportReport, 'note'>;
  readonly pace: () => Promise<void>;
};

/** A later import makes these objects again. */
export async function forgetImported(
  tx: Tx,
  { origin }: Pick<Returning, 'origin'>,
  kind: ImportedKind,
  ids: readonly number[],
): Promise<void> {
  await tx.all(sql`
    delete from imported where realm_id = ${tx.realmId} and origin = ${origin} and kind = ${kind}
      and id = any(${[...ids]}::bigint[])`);
}
