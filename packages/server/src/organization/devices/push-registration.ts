import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { registerPushDevice } from '@parley/contract/endpoints/devices.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { DeviceRow } from './rows.ts';

type Request = Omit<ParametersOf<typeof registerPushDevice>, 'device_id'>;
type Changes = Partial<Omit<DeviceRow, 'realm_id' | 'id' | 'user_id'>>;

/** What a registration changes of a device. A key comes with its id, and a token with everything about it. */
export function registrationOf(request: Request, now: number): Changes {
  const { push_key_id, push_key } = request;
  const { token_kind, token_id, bouncer_public_key, encrypted_push_registration } = request;
  const ofToken = [token_kind, token_id, bouncer_public_key, encrypted_push_registration];
  const hasKey = push_key !== undefined;
  const hasToken = token_id !== undefined;
  if (hasKey !== (push_key_id !== undefined)) throw badRequest('A key and its id come together.');
  if (ofToken.some((one) => (one !== undefined) !== hasToken))
    throw badRequest('A token comes with its kind and the encrypted registration.');
  if (!hasKey && !hasToken) throw badRequest('There is nothing to register.');
  return {
    ...(hasKey ? { push_key, push_key_id: push_key_id ?? null } : {}),
    ...(hasToken
      ? {
          token_kind: token_kind ?? null,
          pending_push_token_id: token_id,
          bouncer_public_key: bouncer_public_key ?? null,
          encrypted_registration: encrypted_push_registration ?? null,
          token_updated_at: new Date(now),
          // Nothing delivers notifications yet: the token stays pending, and clients can see why.
          error_code: 'PUSH_SERVICE_NOT_CONFIGURED',
        }
      : {}),
  };
}
