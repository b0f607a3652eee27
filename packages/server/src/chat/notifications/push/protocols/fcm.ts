import type { Clock } from '../../../../engine/clock.ts';
import { parseJson } from '../../../../engine/parse-json.ts';
import type { FcmConfig } from '../../../../engine/push-config.ts';
import { fcmEnvelope } from './envelopes.ts';
import { signToken } from './json-web-token.ts';
import {
  ATTEMPT_TIMEOUT_MS,
  TTL_SECONDS,
  tokenAddressOf,
  type Outcome,
  type OutgoingPush,
  type PushProtocol,
} from './protocol.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_SECONDS = 3_600;
/** An access token is renewed this long before it expires. */
const MARGIN_SECONDS = 300;

type AccessToken = { readonly text: string; readonly expiresAt: number };

/** Google's push service, with a service account of the operator. */
export function createFcm(config: FcmConfig, clock: Clock): PushProtocol {
  let token: Promise<AccessToken | Outcome> | undefined;
  const access = async (): Promise<AccessToken | Outcome> => {
    const known = await token;
    if (typeof known === 'object' && known.expiresAt > clock.now()) return known;
    token = requestToken(config, clock.now());
    return token;
  };
  return {
    send: async (push) => {
      const granted = await access();
      if (typeof granted === 'string') return granted;
      const response = await post(`${config.url}/v1/projects/${config.projectId}/messages:send`, {
        headers: { authorization: `Bearer ${granted.text}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: messageOf(push) }),
      });
      if (response === undefined) return 'unreachable';
      const outcome = outcomeOf(response);
      if (outcome === 'misconfigured') token = undefined;
      return outcome;
    },
    close: () => {},
  };
}

/** Exchanges a signed assertion for an access token (RFC 7523). */
async function requestToken(
  { account, key, tokenUrl }: FcmConfig,
  now: number,
): Promise<AccessToken | Outcome> {
  const iat = Math.floor(now / 1000);
  const claims = { iss: account, scope: SCOPE, aud: tokenUrl, iat, exp: iat + ASSERTION_SECONDS };
  const response = await post(tokenUrl, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: GRANT, assertion: signToken(key, claims) }).toString(),
  });
  if (response === undefined) return 'unreachable';
  const { access_token: text, expires_in: seconds } = response.body as {
    readonly access_token?: unknown;
    readonly expires_in?: unknown;
  };
  if (response.status !== 200 || typeof text !== 'string' || typeof seconds !== 'number')
    return response.status === 429 || response.status >= 500 ? 'unavailable' : 'misconfigured';
  return { text, expiresAt: now + (seconds - MARGIN_SECONDS) * 1000 };
}

function messageOf(push: OutgoingPush): object {
  return {
    token: tokenAddressOf(push.address).token,
    data: fcmEnvelope(push),
    android: { priority: push.isRemoval ? 'NORMAL' : 'HIGH', ttl: `${TTL_SECONDS}s` },
  };
}

type JsonResponse = { readonly status: number; readonly body: object };

async function post(
  url: string,
  request: { readonly headers: Record<string, string>; readonly body: string },
): Promise<JsonResponse | undefined> {
  try {
    const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', redirect: 'error', signal, ...request });
    return { status: response.status, body: Object(parseJson(await response.text())) as object };
  } catch {
    return undefined;
  }
}

function outcomeOf({ status, body }: JsonResponse): Outcome {
  if (status === 200) return 'sent';
  const { error } = body as { readonly error?: { readonly details?: readonly { errorCode?: unknown }[] } };
  const codes = (error?.details ?? []).map(({ errorCode }) => errorCode);
  if (codes.includes('UNREGISTERED')) return 'gone';
  if (status === 429 || status >= 500) return 'unavailable';
  return status === 401 || status === 403 ? 'misconfigured' : 'refused';
}
