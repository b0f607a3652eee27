import { encryptForKey } from './secret-box.ts';
import type { OutgoingPush } from './protocol.ts';

/** Shown by a device that cannot decrypt the content. */
const NEUTRAL_TITLE = 'New notification';

/** The body of a request to APNs. */
export function apnsEnvelope({ payload, key, isRemoval }: OutgoingPush): object {
  if (key === undefined) return JSON.parse(payload) as object;
  const shown = isRemoval
    ? { 'content-available': 1 }
    : { alert: { title: NEUTRAL_TITLE }, sound: 'default' };
  return {
    aps: { 'mutable-content': 1, ...shown },
    push_key_id: key.id,
    encrypted_data: encryptForKey(payload, key.secret),
  };
}

/** The data of a message of FCM, whose values are strings. */
export function fcmEnvelope({ payload, key }: OutgoingPush): object {
  if (key === undefined) return JSON.parse(payload) as object;
  return { push_key_id: String(key.id), encrypted_data: encryptForKey(payload, key.secret) };
}
