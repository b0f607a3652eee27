import { constants } from 'node:http2';
import type { Clock } from '../../../../engine/clock.ts';
import type { ApnsConfig } from '../../../../engine/push-config.ts';
import { apnsEnvelope } from './envelopes.ts';
import { createHttp2Client, UnreachableError } from './http2-client.ts';
import { signToken } from './json-web-token.ts';
import {
  TTL_SECONDS,
  tokenAddressOf,
  type Outcome,
  type OutgoingPush,
  type PushProtocol,
} from './protocol.ts';

/** APNs refuses tokens that are older than an hour, and new ones within twenty minutes. */
const TOKEN_LIFETIME_MS = 50 * 60_000;

/** Apple's push service, with a key of the operator. */
export function createApns(config: ApnsConfig, clock: Clock): PushProtocol {
  const client = createHttp2Client(config.url, clock);
  let token: { readonly text: string; readonly issuedAt: number } | undefined;
  const authorization = (): string => {
    const now = clock.now();
    if (token === undefined || now - token.issuedAt > TOKEN_LIFETIME_MS) {
      const claims = { iss: config.teamId, iat: Math.floor(now / 1000) };
      token = { text: signToken(config.key, claims, { kid: config.keyId }), issuedAt: now };
    }
    return `bearer ${token.text}`;
  };
  return {
    send: async (push) => {
      try {
        const headers = { ...headersOf(config, push, clock.now()), authorization: authorization() };
        const { status, body } = await client.post(headers, JSON.stringify(apnsEnvelope(push)));
        const outcome = outcomeOf(status, reasonOf(body));
        if (outcome === 'misconfigured') token = undefined;
        return outcome;
      } catch (error) {
        if (error instanceof UnreachableError) return 'unreachable';
        throw error;
      }
    },
    close: () => client.close(),
  };
}

function headersOf({ appId }: ApnsConfig, push: OutgoingPush, now: number): Record<string, string> {
  const address = tokenAddressOf(push.address);
  return {
    [constants.HTTP2_HEADER_PATH]: `/3/device/${address.token}`,
    'apns-topic': address.appId ?? appId,
    'apns-push-type': push.isRemoval ? 'background' : 'alert',
    'apns-priority': push.isRemoval ? '5' : '10',
    'apns-expiration': String(Math.floor(now / 1000) + TTL_SECONDS),
    // A push that is sent again replaces the first one on the device.
    ...(push.messageId === null ? {} : { 'apns-collapse-id': `m${push.messageId}` }),
  };
}

function reasonOf(body: string): string {
  try {
    return String((JSON.parse(body) as { readonly reason?: unknown }).reason);
  } catch {
    return '';
  }
}

function outcomeOf(status: number, reason: string): Outcome {
  if (status === 200) return 'sent';
  if (status === 410 || reason === 'BadDeviceToken' || reason === 'Unregistered') return 'gone';
  if (status === 429 || status >= 500) return 'unavailable';
  return status === 403 ? 'misconfigured' : 'refused';
}
