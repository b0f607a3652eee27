import type { Config } from '../../../engine/config.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { reasonOf } from '../explain.ts';
import { passed, warning, type CheckResult } from './check-result.ts';

const TIMEOUT_MS = 5_000;
const SUBJECT = 'public address';

/**
 * Requests the server by its public address, through DNS, proxy and certificate. A failure is a warning, because some
 * networks do not route it from within.
 */
export async function checkPublicUrl({ hosts }: Pick<Config, 'hosts'>): Promise<CheckResult> {
  const url = `${urlOf(hosts, '')}/health`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
    const body: unknown = await response.json().catch(() => undefined);
    if (typeof body === 'object' && body !== null && 'result' in body) return passed(SUBJECT, url);
    return warning(
      SUBJECT,
      `${url}: status ${response.status}, not from Parley`,
      'Let the proxy of this host pass requests on to the server.',
    );
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return warning(
      SUBJECT,
      `${url}: ${reasonOf(cause)}`,
      'Check DNS, proxy and certificate, or PARLEY_EXTERNAL_HOST. Ignore this if clients reach the address and only this machine does not.',
    );
  }
}
