import { ApiError } from '../../engine/api-error.ts';

/** Days that any client can hold. */
const LARGEST = 2 ** 31 - 1;

/** How long messages of a channel are kept: null as the organization says, -1 without end. */
export function retentionOf(value: string | number): number | null {
  if (value === 'realm_default') return null;
  if (value === 'unlimited') return -1;
  if (typeof value === 'number' && value > 0 && value <= LARGEST) return value;
  throw new ApiError('REQUEST_VARIABLE_INVALID', "Bad value for 'message_retention_days'.", {
    extra: { var_name: 'message_retention_days', bad_value: value },
  });
}
