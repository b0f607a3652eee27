import type { Config } from '../../../engine/config.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { registrationPublicKey } from '../../../engine/push-config.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

/** Checks a complete configuration without connecting to other services. */
export function checkConfig(config: Config): CheckResult[] {
  return [
    checkAddress(config),
    checkSecret(config.secret),
    checkLimits(config),
    checkCalls(config.calls),
    checkPush(config.push),
  ];
}

/** The public key is shown, because builds of apps contain it. */
function checkPush({ apns, fcm, registrationKey }: Config['push']): CheckResult {
  const services = [
    ...(apns === undefined ? [] : [`APNs for ${apns.appId}`]),
    ...(fcm === undefined ? [] : [`FCM project ${fcm.projectId}`]),
  ];
  if (services.length === 0) return passed('push', 'browsers only; no keys of APNs or FCM');
  return registrationKey === undefined
    ? warning(
        'push',
        `${services.join(', ')}, without encryption`,
        'Set PARLEY_PUSH_REGISTRATION_KEY, so that apps can register for encrypted notifications.',
      )
    : passed(
        'push',
        `${services.join(', ')}, registration key ${registrationPublicKey(registrationKey).toString('base64')}`,
      );
}

const LOOPBACK_HOST = /^(localhost|127\.|\[::1\])/;

function checkAddress({ hosts, listen }: Config): CheckResult {
  const url = urlOf(hosts, '');
  if (LOOPBACK_HOST.test(hosts.external) && hosts.scheme === 'https')
    return warning('address', url, 'Set PARLEY_EXTERNAL_HOST to the public host name of the server.');
  if (!LOOPBACK_HOST.test(hosts.external) && hosts.scheme === 'http')
    return warning('address', url, 'Put a TLS-terminating proxy in front and set PARLEY_URL_SCHEME=https.');
  if (
    !LOOPBACK_HOST.test(listen.address) &&
    hosts.trustedProxies.length === 0 &&
    hosts.proxyHops === 0 &&
    hosts.scheme === 'https'
  )
    return warning(
      'address',
      `${url}, listening on ${listen.address}`,
      "Set PARLEY_TRUSTED_PROXIES to your proxy's address; otherwise all clients share the proxy's rate limit.",
    );
  return passed('address', `${url}, listening on ${listen.address}:${listen.port}`);
}

/** A random hexadecimal secret of the minimum length has more distinct characters than this. */
const MIN_DISTINCT_CHARACTERS = 10;

function checkSecret(secret: string): CheckResult {
  const found = `${secret.length} characters`;
  return new Set(secret).size < MIN_DISTINCT_CHARACTERS
    ? failed(
        'secret',
        `${found}, not random`,
        'Before creating users, set PARLEY_SECRET to the output of: openssl rand -hex 32',
      )
    : passed('secret', found);
}

function checkLimits({ rateLimits, processorLimits }: Config): CheckResult {
  if (!rateLimits)
    return warning(
      'rate limits',
      'off',
      'Set PARLEY_RATE_LIMITS=true unless the server is on a private network.',
    );
  const { userSeconds, organizationSeconds } = processorLimits;
  const times = `processor time a minute: ${secondsText(userSeconds)} per user, ${secondsText(organizationSeconds)} per organization`;
  return userSeconds === undefined
    ? warning(
        'rate limits',
        `on; ${times}`,
        'Set PARLEY_USER_PROCESSOR_SECONDS: the requests of one user can keep a node busy.',
      )
    : passed('rate limits', `on; ${times}`);
}

function secondsText(seconds: number | undefined): string {
  return seconds === undefined ? 'no limit' : `${seconds} s`;
}

function checkCalls(calls: Config['calls']): CheckResult {
  const needed = {
    PARLEY_CALLS_CLIENT_ID: calls.clientId,
    PARLEY_CALLS_CLIENT_SECRET: calls.clientSecret,
    PARLEY_CALLS_ISSUER: calls.issuer,
    PARLEY_CALLS_MEETINGS_URL: calls.meetingsUrl,
  };
  const missing = Object.entries(needed).filter(([, value]) => value === '');
  if (missing.length === Object.keys(needed).length) return passed('video calls', 'not configured');
  return missing.length === 0
    ? passed('video calls', calls.issuer)
    : failed(
        'video calls',
        'incomplete configuration',
        `Set ${missing.map(([name]) => name).join(', ')}, or none of them.`,
      );
}
