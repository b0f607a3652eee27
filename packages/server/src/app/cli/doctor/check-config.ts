import type { Config } from '../../../engine/config.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { advice, bad, good, type Finding } from './finding.ts';

/** What can be said about a configuration that is complete without asking anybody else. */
export function checkConfig(config: Config): Finding[] {
  return [
    checkAddress(config),
    checkSecret(config.secret),
    checkLimits(config),
    checkCalls(config.calls),
    good('sign-on', config.signOn?.issuer ?? 'none: users have passwords'),
  ];
}

const LOCAL = /^(localhost|127\.|\[::1\])/;

function checkAddress({ hosts, listen }: Config): Finding {
  const url = urlOf(hosts, '');
  if (LOCAL.test(hosts.external) && hosts.scheme === 'https')
    return advice('address', url, 'Set PARLEY_EXTERNAL_HOST to the name by which users reach the server.');
  if (!LOCAL.test(hosts.external) && hosts.scheme === 'http')
    return advice('address', url, 'Put a proxy with TLS in front and set PARLEY_URL_SCHEME=https.');
  if (!LOCAL.test(listen.address) && hosts.trustedProxies.length === 0 && hosts.scheme === 'https')
    return advice(
      'address',
      `${url}, listening at ${listen.address}`,
      'Set PARLEY_TRUSTED_PROXIES to the address of your proxy, or limits per address will count the proxy.',
    );
  return good('address', `${url}, listening at ${listen.address}:${listen.port}`);
}

/** A random secret of the least length has about this many different characters even when it is hexadecimal. */
const VARIETY = 10;

function checkSecret(secret: string): Finding {
  const found = `${secret.length} characters`;
  return new Set(secret).size < VARIETY
    ? bad(
        'secret',
        `${found}, hardly random`,
        'Make a random one before the first account: openssl rand -hex 32',
      )
    : good('secret', found);
}

function checkLimits({ rateLimits }: Config): Finding {
  return rateLimits
    ? good('rate limits', 'on')
    : advice('rate limits', 'off', 'Leave PARLEY_RATE_LIMITS on wherever strangers can reach the server.');
}

function checkCalls(calls: Config['calls']): Finding {
  const needed = {
    PARLEY_CALLS_CLIENT_ID: calls.clientId,
    PARLEY_CALLS_CLIENT_SECRET: calls.clientSecret,
    PARLEY_CALLS_ISSUER: calls.issuer,
    PARLEY_CALLS_MEETINGS_URL: calls.meetingsUrl,
  };
  const missing = Object.entries(needed).filter(([, value]) => value === '');
  if (missing.length === Object.keys(needed).length) return good('video calls', 'not configured');
  return missing.length === 0
    ? good('video calls', calls.issuer)
    : bad(
        'video calls',
        'half configured',
        `Set ${missing.map(([name]) => name).join(', ')}, or none of them.`,
      );
}
