export type ProtocolName = 'web' | 'apns' | 'fcm';

/** A push to one device. */
export type OutgoingPush = {
  readonly realm: { readonly id: number; readonly subdomain: string };
  /** The address of the device, as its protocol registered it. */
  readonly address: string;
  /** JSON: the content, or for a token without a key the body that its platform shows. */
  readonly payload: string;
  /** Encrypts the content for a client behind a token. */
  readonly key: PushKey | undefined;
  /** Null for removals and tests. */
  readonly messageId: number | null;
  readonly isRemoval: boolean;
};

export type PushKey = { readonly id: number; readonly secret: Buffer };

/**
 * `gone`: the service no longer knows the device. `refused`: it will never accept this push. `misconfigured`: it does not
 * accept the operator's key. `unavailable` and `unreachable` services may accept the push later.
 */
export type Outcome = 'sent' | 'gone' | 'refused' | 'misconfigured' | 'unavailable' | 'unreachable';

/** A way to devices. Implementations do not retry. */
export type PushProtocol = {
  send(push: OutgoingPush): Promise<Outcome>;
  close(): void;
};

/** Time for which services keep a push for a device that is offline. */
export const TTL_SECONDS = 86_400;
/** Time for one attempt. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** The address of a device at APNs or FCM. */
export type TokenAddress = { readonly token: string; readonly appId: string | null };

export function tokenAddressOf(address: string): TokenAddress {
  return JSON.parse(address) as TokenAddress;
}
