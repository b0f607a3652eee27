import type { Config } from '../../../../engine/config.ts';
import { createApns } from './apns.ts';
import { createFcm } from './fcm.ts';
import type { ProtocolName, PushProtocol } from './protocol.ts';
import { createWebPush, type WebPushParts } from './web-push.ts';

/** The protocols by which this server notifies devices. */
export type PushProtocols = Readonly<Partial<Record<ProtocolName, PushProtocol>>>;

export function createPushProtocols(
  parts: WebPushParts & { readonly config: Pick<Config, 'hosts' | 'push'> },
): PushProtocols {
  const { apns, fcm } = parts.config.push;
  return {
    web: createWebPush(parts),
    ...(apns === undefined ? {} : { apns: createApns(apns, parts.clock) }),
    ...(fcm === undefined ? {} : { fcm: createFcm(fcm, parts.clock) }),
  };
}

export function protocolsOf({ push }: Pick<Config, 'push'>): ProtocolName[] {
  return [
    'web',
    ...(push.apns === undefined ? [] : (['apns'] as const)),
    ...(push.fcm === undefined ? [] : (['fcm'] as const)),
  ];
}
