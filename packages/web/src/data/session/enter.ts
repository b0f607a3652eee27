import { call, DoorError } from './call.ts';

/** Operations of visitors. Each throws a `DoorError` when the server refuses. */

export type LogInWith =
  | { readonly username: string; readonly password: string }
  | { readonly sample_user_id: number };

/** A log-in that goes on with a second step, which the user may have to set up first. */
export type WaitingLogIn = {
  readonly state: string;
  readonly mustSetUp: boolean;
  /** The kinds of second steps that the account has. */
  readonly kinds: readonly string[];
};

/** How the log-in goes on, if it needs a second step. */
export async function logIn(user: LogInWith): Promise<WaitingLogIn | undefined> {
  try {
    await call('POST', '/json/session', user);
    return undefined;
  } catch (error) {
    if (error instanceof DoorError && error.state !== undefined)
      return {
        state: error.state,
        mustSetUp: error.code === 'SECOND_STEP_SETUP_REQUIRED',
        kinds: error.kinds,
      };
    throw error;
  }
}

/** Goes on with a code of an authenticator app, or a recovery code. */
export async function passSecondStep(state: string, code: string): Promise<void> {
  await call('POST', '/json/session/second-step', { state, code });
}

/** Makes the secret of the authenticator app that a log-in must set up. */
export function setUpSecondStep(state: string): Promise<{ readonly secret: string; readonly url: string }> {
  return call('POST', '/json/session/second-step/set-up', { state });
}

/** Confirms the app and begins the session; returns the recovery codes. */
export async function finishSecondStepSetUp(state: string, code: string): Promise<readonly string[]> {
  const path = '/json/session/second-step/set-up/confirm';
  const done = await call<{ readonly recovery_codes: readonly string[] }>('POST', path, { state, code });
  return done.recovery_codes;
}

/** Id of the user whose session the browser has. */
export async function readOwnId(): Promise<number> {
  return (await call<{ readonly user_id: number }>('GET', '/json/users/me')).user_id;
}

export async function checkSetupCode(code: string): Promise<void> {
  await call('POST', '/json/setup/code', { code });
}

export type Beginning = {
  readonly code: string;
  readonly name: string;
  readonly full_name: string;
  readonly email: string;
  readonly password: string;
  readonly channels: readonly string[];
};

/** Makes the first organization; the browser has a session of its owner then. */
export async function beginOrganization(given: Beginning): Promise<void> {
  await call('POST', '/json/setup', { ...given, channels: JSON.stringify(given.channels) });
}

export type Applicant = {
  readonly token: string;
  readonly email: string;
  readonly full_name: string;
  readonly password: string;
};

/** Whether the user is in; else an e-mail with a link is on its way. */
export async function joinByLink(given: Applicant): Promise<boolean> {
  const { user_id } = await call<{ readonly user_id: number | null }>('POST', '/json/join', given);
  return user_id !== null;
}

export async function signUp(email: string): Promise<void> {
  await call('POST', '/json/sign-up', { email });
}

export async function askForPasswordLink(email: string): Promise<void> {
  await call('POST', '/json/password/link', { email });
}

export async function choosePassword(given: {
  readonly token: string;
  readonly password: string;
}): Promise<void> {
  await call('POST', '/json/password', given);
}

/** Choices that belong to the account, which exists now, and the times of day as the browser writes them. */
export async function setUpAccount(choices: {
  readonly picture?: File | undefined;
  readonly entersSend?: boolean;
}): Promise<void> {
  const settings = {
    ...(choices.entersSend === undefined ? {} : { enter_sends: choices.entersSend }),
    // The default is twelve hours, unless the organization has chosen.
    ...(hasTwentyFourHours() ? { twenty_four_hour_time: true } : {}),
  };
  if (Object.keys(settings).length > 0) await call('PATCH', '/json/settings', settings);
  if (choices.picture === undefined) return;
  const files = new FormData();
  files.append('file', choices.picture);
  await call('POST', '/json/users/me/avatar', files);
}

function hasTwentyFourHours(): boolean {
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
  return hour12 === false;
}
