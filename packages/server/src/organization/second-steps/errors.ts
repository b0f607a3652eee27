import { ApiError } from '../../engine/api-error.ts';

/** `state` continues the log-in of a page, with a second step of one of the `kinds`. */
export function secondStepRequired(waiting?: {
  readonly state: string;
  readonly kinds: readonly string[];
}): ApiError {
  return new ApiError(
    'SECOND_STEP_REQUIRED',
    'This account has a second step. Repeat the request with a code of the authenticator app, or a recovery code, in the parameter code.',
    waiting === undefined ? {} : { extra: { ...waiting } },
  );
}

/** `state` continues the log-in of a page. */
export function secondStepSetupRequired(state?: string): ApiError {
  return new ApiError(
    'SECOND_STEP_SETUP_REQUIRED',
    'The organization requires a second step of this account. Log in with a browser and set it up there.',
    state === undefined ? {} : { extra: { state } },
  );
}

export function secondStepFailed(): ApiError {
  return new ApiError(
    'SECOND_STEP_FAILED',
    'The code is wrong or was used before. Wait for the next code of the app.',
  );
}

export function secondStepExpired(): ApiError {
  return new ApiError('SECOND_STEP_EXPIRED', 'This log-in has expired. Log in again.');
}
