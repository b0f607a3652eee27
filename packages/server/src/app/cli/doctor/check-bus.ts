import type { Config } from '../../../engine/config.ts';
import { findNats } from '../../../engine/bus/find-nats.ts';
import { reasonOf } from '../explain.ts';
import { advice, bad, good, type Finding } from './finding.ts';

const LOOPBACK = /^\w+:\/\/(localhost|127\.|\[::1\])/;

/** Whether nodes can hear each other, as far as one of them can tell. */
export async function checkBus({ nats }: Config): Promise<Finding> {
  if (nats === undefined) return good('bus', 'none: right for one node');
  try {
    const found = `NATS ${await findNats(nats)} at ${nats.url}`;
    if (nats.url.startsWith('nats://') && !LOOPBACK.test(nats.url))
      return advice(
        'bus',
        found,
        'Encrypt what crosses the network: give NATS a certificate and use tls://…',
      );
    return nats.password === ''
      ? advice('bus', found, 'Anybody who reaches it can listen: set PARLEY_NATS_PASSWORD.')
      : good('bus', found);
  } catch (error) {
    return bad(
      'bus',
      `${nats.url}: ${reasonOf(error)}`,
      'Correct PARLEY_NATS_URL, or start NATS; until then nodes hear of each other a second later.',
    );
  }
}
