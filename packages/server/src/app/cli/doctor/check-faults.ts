import type { Config } from '../../../engine/config.ts';
import { FAULTS } from '../../../engine/faults/fault.ts';
import type { NotedFault } from '../../../engine/faults/faults.ts';
import { askNode } from './check-port.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

const SUBJECT = 'faults';
/** Older faults are over. */
const MAX_AGE_SECONDS = 3_600;

/** Asks the node of this machine which faults it met. */
export async function checkFaults({ listen }: Config, nowSeconds: number): Promise<CheckResult> {
  const node = await askNode(listen);
  if (node === undefined) return passed(SUBJECT, 'unknown, because no node runs here');
  return judgeFaults(node.faults ?? [], nowSeconds);
}

export function judgeFaults(faults: readonly NotedFault[], nowSeconds: number): CheckResult {
  const recent = faults.filter(({ at }) => at > nowSeconds - MAX_AGE_SECONDS);
  if (recent.length === 0) return passed(SUBJECT, 'the node of this machine met none in the last hour');
  const found = recent.map(({ source, kind, count, at }) => {
    const minutes = Math.max(0, Math.floor((nowSeconds - at) / 60));
    return `${source} ${kind}: ${count} since the start, the last ${minutes} minutes ago`;
  });
  const isFatal = recent.some(({ source, kind }) =>
    FAULTS.some((fault) => fault.source === source && fault.kind === kind && fault.level === 'fatal'),
  );
  const fix = 'The log of the node names the causes (docs/operating/monitoring.md, "Faults").';
  return (isFatal ? failed : warning)(SUBJECT, found.join('; '), fix);
}
