import { ApiError } from '../../engine/api-error.ts';

export function invalidJson(): ApiError {
  return new ApiError('INVALID_JSON', 'The payload is not valid JSON.');
}
