import { ApiError } from '../../../engine/api-error.ts';

export function badNarrow(desc: string): ApiError {
  return new ApiError('BAD_NARROW', `Invalid narrow: ${desc}`, { extra: { desc } });
}
