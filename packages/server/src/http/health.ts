import { ApiError } from '../engine/api-error.ts';
import { faultOf } from '../engine/faults/fault.ts';
import type { NotedFault } from '../engine/faults/faults.ts';
import type { World } from './world.ts';
import { networkOf } from './network.ts';
import type { Page } from './page.ts';
import type { HttpResponse } from './response.ts';

/** Shorter than the timeout of load balancers, so that they receive an error rather than none. */
const PROBE_TIMEOUT_MS = 4_000;

/** Readiness, for load balancers and operators: 200 if this node can serve requests that write. */
export const health: Page = {
  path: '/health',
  limit: 'none',
  handle: async (world, { address }) => {
    const remarks = remarksFor(world, address);
    if (world.isDraining() || world.isClosing())
      throw new ApiError('UNAVAILABLE', 'This node is shutting down.', { extra: remarks });
    const problem = await problemOf(world);
    if (problem !== undefined) throw new ApiError('UNAVAILABLE', problem, { extra: remarks });
    return success(remarks);
  },
};

/** Liveness, for supervisors: 200 as long as the process answers, because a restart would not mend its database. */
export const live: Page = { path: '/live', limit: 'none', handle: async () => success({}) };

function success(remarks: object): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: `${JSON.stringify({ result: 'success', msg: '', ...remarks })}\n`,
  };
}

/** Remarks for `parley doctor` on the same machine. */
export type HealthRemarks = { readonly untrusted_proxy?: string; readonly faults?: readonly NotedFault[] };

function remarksFor({ proxies, faults }: World, address: string): HealthRemarks {
  const isLocal = networkOf(address).startsWith('127.') || address === '::1';
  if (!isLocal) return {};
  const untrusted = proxies.untrusted();
  return {
    ...(untrusted === undefined ? {} : { untrusted_proxy: untrusted }),
    ...(faults.recent().length === 0 ? {} : { faults: faults.recent() }),
  };
}

/** The reason for which PostgreSQL stores no data; undefined if it does. */
function problemOf({ writeProbe, clock }: World): Promise<string | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(PROBE_TIMEOUT_MS, () => {
      resolve('The database did not respond in time.');
    });
    writeProbe
      .check()
      .then(
        () => resolve(undefined),
        (error: unknown) => {
          resolve(`Nothing can be written: ${faultOf(error)?.text ?? 'the database reported an error'}.`);
        },
      )
      .finally(cancel);
  });
}
