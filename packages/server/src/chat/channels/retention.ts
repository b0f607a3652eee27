import { ApiError } from '../../engine/api-error.ts';

/** The largest 32-bit integer, so that every client can store it. */
const MAX_RETENTION_DAYS = 2 ** 31 - 1;

/** Days for which messages of a channel are kept: null for the organization's default, -1 for unlimited. */
export function retentionOf(value: string | number): number | null {
  if (value === 'realm_default') return null;
  if (value === 'unlimited') return -1;
  if (typeof value === 'number' && value > 0 && value <= MAX_RETENTION_DAYS) return value;
  throw new ApiError('REQUEST_VARIABLE_INVALID', "Bad value for 'message_retention_days'.", {
    extra: { var_name: 'message_retention_days', bad_value: value },
  });
}
