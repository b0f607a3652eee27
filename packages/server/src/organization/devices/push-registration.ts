import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { registerPushDevice } from '@parley/contract/endpoints/devices.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { DeviceRow } from './rows.ts';

type Request = Omit<ParametersOf<typeof registerPushDevice>, 'device_id'>;
type Changes = Partial<Omit<DeviceRow, 'realm_id' | 'id' | 'user_id'>>;

/** Validates a registration and returns the changed columns. A key needs its ID, and a token all its parameters. */
export function registrationOf(request: Request, now: number): Changes {
  const { push_key_id, push_key } = request;
  const { token_kind, token_id, bouncer_public_key, encrypted_push_registration } = request;
  const tokenParameters = [token_kind, token_id, bouncer_public_key, encrypted_push_registration];
  const hasKey = push_key !== undefined;
  const hasToken = token_id !== undefined;
  if (hasKey !== (push_key_id !== undefined))
    throw badRequest('push_key and push_key_id must be sent together.');
  if (tokenParameters.some((value) => (value !== undefined) !== hasToken))
    throw badRequest(
      'token_id, token_kind, bouncer_public_key and encrypted_push_registration must be sent together.',
    );
  if (!hasKey && !hasToken) throw badRequest('Send push_key or token_id.');
  return {
    ...(hasKey ? { push_key, push_key_id: push_key_id ?? null } : {}),
    ...(hasToken
      ? {
          token_kind: token_kind ?? null,
          pending_push_token_id: token_id,
          bouncer_public_key: bouncer_public_key ?? null,
          encrypted_registration: encrypted_push_registration ?? null,
          token_updated_at: new Date(now),
          // There is no push service yet: the token stays pending, and the error code tells clients why.
          error_code: 'PUSH_SERVICE_NOT_CONFIGURED',
        }
      : {}),
  };
}
