import type { Config } from '../../../engine/config.ts';
import { findNats } from '../../../engine/bus/find-nats.ts';
import { reasonOf } from '../explain.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

const LOOPBACK = /^\w+:\/\/(localhost|127\.|\[::1\])/;

/** Checks that this node can connect to the bus, and that the bus is protected. */
export async function checkBus({ nats }: Config): Promise<CheckResult> {
  if (nats === undefined) return passed('bus', 'none, which suits a single node');
  try {
    const found = `NATS ${await findNats(nats)} at ${nats.url}`;
    if (nats.url.startsWith('nats://') && !LOOPBACK.test(nats.url))
      return warning('bus', found, 'Traffic is unencrypted: configure a certificate in NATS and use tls://…');
    return nats.password === ''
      ? warning('bus', found, 'The bus accepts clients without a password: set PARLEY_NATS_PASSWORD.')
      : passed('bus', found);
  } catch (error) {
    return failed(
      'bus',
      `${nats.url}: ${reasonOf(error)}`,
      'Correct PARLEY_NATS_URL, or start NATS; until then events from other nodes arrive with a delay of a second.',
    );
  }
}
