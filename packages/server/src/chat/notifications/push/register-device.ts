import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { registerPushDevice } from '@parley/contract/endpoints/devices.ts';
import { ApiError, badRequest } from '../../../engine/api-error.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { canNotifyApps } from '../../../engine/push-config.ts';
import { placeOf } from '../../../engine/secrets/places.ts';
import type { Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { accessDevice, changeDevice } from '../../../organization/devices/devices.ts';
import type { DeviceRow } from '../../../organization/devices/rows.ts';
import { lockSelf } from '../../../organization/users/lock-self.ts';
import { isBase64, openRegistration, type TokenRegistration } from './registration.ts';
import { storeSubscription } from './subscriptions.ts';
import { deleteToken } from './tokens.ts';

type Request = Omit<ParametersOf<typeof registerPushDevice>, 'device_id'>;

/** Gives a client a key, a token or both. A token is confirmed, or refused with an error code, at once. */
export async function registerDevice(
  tx: Tx,
  world: World,
  actor: Actor,
  credentialId: number,
  deviceId: number,
  request: Request,
): Promise<void> {
  await lockSelf(tx, actor);
  const device = await accessDevice(tx, actor, deviceId);
  const key = keyIn(request);
  const token = tokenIn(request);
  if (key === undefined && token === undefined) throw badRequest('Send a push_key or a token_id.');
  if (device.push_key_sealed === null && (key === undefined || token === undefined))
    throw badRequest('The first registration of a device needs a push_key and a token_id.');
  const changedKey = key === undefined || hasKey(world, device, key) ? {} : sealedKey(world, device, key);
  if (token === undefined) return changeDevice(tx, actor.user.id, deviceId, changedKey);
  const isKnown = device.push_token_id === token.id && device.token_kind === token.kind;
  if (isKnown && Object.keys(changedKey).length === 0) return;
  await changeDevice(tx, actor.user.id, deviceId, {
    ...changedKey,
    token_kind: token.kind,
    pending_push_token_id: token.id,
    token_updated_at: new Date(world.clock.now()),
    error_code: null,
  });
  await confirmToken(tx, world, actor, credentialId, deviceId, token);
}

async function confirmToken(
  tx: Tx,
  world: World,
  { user }: Actor,
  credentialId: number,
  deviceId: number,
  registration: TokenRegistration,
): Promise<void> {
  const opened = openRegistration(registration, world.config.push.registrationKey, world.clock.now());
  if ('errorCode' in opened) return changeDevice(tx, user.id, deviceId, { error_code: opened.errorCode });
  await storeSubscription(tx, world.sealer, {
    protocol: registration.kind,
    userId: user.id,
    credentialId,
    deviceId,
    name: `device:${deviceId}`,
    address: { token: opened.token, appId: opened.appId },
  });
  // An app that has a key now would otherwise show each notification twice.
  await deleteToken(tx, user.id, registration.kind, opened.token);
  await changeDevice(tx, user.id, deviceId, {
    push_token_id: registration.id,
    pending_push_token_id: null,
  });
}

type NewKey = { readonly id: number; readonly secret: Buffer };

/** The first byte of a key names its cipher: XSalsa20-Poly1305. */
const CIPHER_BYTE = 0x31;
const SECRET_BYTES = 32;

function keyIn({ push_key, push_key_id }: Request): NewKey | undefined {
  if ((push_key === undefined) !== (push_key_id === undefined))
    throw badRequest('push_key and push_key_id must be sent together.');
  if (push_key === undefined || push_key_id === undefined) return undefined;
  const bytes = Buffer.from(push_key, 'base64');
  if (!isBase64(push_key) || bytes.length !== SECRET_BYTES + 1 || bytes[0] !== CIPHER_BYTE)
    throw badRequest(`push_key must be Base64 of the byte 0x31 and ${SECRET_BYTES} bytes.`);
  return { id: push_key_id, secret: bytes.subarray(1) };
}

function tokenIn(request: Request): TokenRegistration | undefined {
  const { token_kind, token_id, bouncer_public_key, encrypted_push_registration } = request;
  const given = [token_kind, token_id, bouncer_public_key, encrypted_push_registration];
  if (given.every((value) => value === undefined)) return undefined;
  if (
    token_kind === undefined ||
    token_id === undefined ||
    bouncer_public_key === undefined ||
    encrypted_push_registration === undefined
  )
    throw badRequest(
      'token_id, token_kind, bouncer_public_key and encrypted_push_registration must be sent together.',
    );
  if (!isBase64(token_id)) throw badRequest('token_id is not Base64.');
  return {
    kind: token_kind,
    id: token_id,
    publicKey: bouncer_public_key,
    sealed: encrypted_push_registration,
  };
}

function hasKey(
  { sealer }: World,
  { realm_id, id, push_key_id, push_key_sealed }: DeviceRow,
  key: NewKey,
): boolean {
  return (
    push_key_id === key.id &&
    push_key_sealed !== null &&
    sealer.open(placeOf('device', { realm_id, id }), push_key_sealed) === key.secret.toString('base64')
  );
}

function sealedKey({ sealer }: World, { realm_id, id }: DeviceRow, key: NewKey) {
  return {
    push_key_id: key.id,
    push_key_sealed: sealer.seal(placeOf('device', { realm_id, id }), key.secret.toString('base64')),
  };
}

/** Registrations need the key to open them, and the service of the token. */
export function checkPushService({ config }: World, kind: Request['token_kind']): void {
  const hasService = kind === undefined ? canNotifyApps(config) : config.push[kind] !== undefined;
  if (config.push.registrationKey === undefined || !hasService)
    throw new ApiError('PUSH_SERVICE_NOT_CONFIGURED', 'This server cannot notify mobile devices.');
}
