import type { AuditAction, AuditObject } from '@parley/contract/objects/audit-entry.ts';
import type { Tx } from '../db/tx.ts';
import { differences, type AuditValues } from './audit-entry.ts';

/** Records the values of an object that a change gave other values, if there are any. */
export function recordChange(
  tx: Tx,
  action: AuditAction,
  object: { readonly type: AuditObject; readonly id?: number },
  before: AuditValues,
  after: AuditValues,
): void {
  const changed = differences(before, after);
  if (changed !== undefined) tx.record({ action, object, ...changed });
}
