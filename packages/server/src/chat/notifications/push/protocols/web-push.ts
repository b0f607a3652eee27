import type { Clock } from '../../../../engine/clock.ts';
import type { Config } from '../../../../engine/config.ts';
import type { Pool } from '../../../../engine/db/pool.ts';
import { urlOf } from '../../../../engine/hosts.ts';
import { OutboundError } from '../../../../engine/outbound/guard.ts';
import type { Outbound, OutboundRequest } from '../../../../engine/outbound/outbound.ts';
import type { Sealer } from '../../../../engine/secrets/seal.ts';
import type { WebPushDevice } from '../subscriptions.ts';
import { TTL_SECONDS, type Outcome, type OutgoingPush, type PushProtocol } from './protocol.ts';
import { vapidAuthorization, vapidKeyOf } from './vapid.ts';
import { encryptPush } from './web-push-encryption.ts';

export type WebPushParts = {
  readonly pool: Pool;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly config: Pick<Config, 'hosts'>;
};

/** Web Push and UnifiedPush (RFC 8030). The services are URLs that users chose. */
export function createWebPush(parts: WebPushParts): PushProtocol {
  return {
    send: async (push) => {
      try {
        const { status } = await parts.outbound.post(await requestOf(parts, push));
        return outcomeOf(status);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        return error.failure === 'refused' ? 'gone' : 'unreachable';
      }
    },
    close: () => {},
  };
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'unavailable' : 'refused';
}

async function requestOf(
  { pool, sealer, clock, config }: WebPushParts,
  { realm, address, payload, messageId, isRemoval }: OutgoingPush,
): Promise<OutboundRequest> {
  const device = JSON.parse(address) as WebPushDevice;
  const key = await vapidKeyOf(pool, sealer, realm.id);
  const keys = {
    p256dh: Buffer.from(device.p256dh, 'base64url'),
    auth: Buffer.from(device.auth, 'base64url'),
  };
  const contact = urlOf(config.hosts, realm.subdomain);
  return {
    url: device.endpoint,
    headers: {
      Authorization: vapidAuthorization(key, device.endpoint, contact, clock.now()),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(TTL_SECONDS),
      Urgency: isRemoval ? 'normal' : 'high',
      // A push that is sent again replaces the first one at the push service.
      ...(messageId === null ? {} : { Topic: `m${messageId}` }),
    },
    body: encryptPush(Buffer.from(payload), keys),
  };
}
