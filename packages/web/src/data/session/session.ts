/** Facts about an organization that its log-in page shows. */
export type Doorway = {
  readonly name: string;
  readonly host: string;
  /** Undefined for organizations without an icon of their own. */
  readonly iconUrl: string | undefined;
  readonly version: string;
  readonly isPasswordEnabled: boolean;
  readonly methods: readonly SignOnMethod[];
  /** Accounts that need no password; empty but in a demo. */
  readonly sampleUsers: readonly SampleAccount[];
};

export type SignOnMethod = { readonly name: string; readonly label: string; readonly url: string };

export type SampleAccount = {
  readonly userId: number;
  readonly name: string;
  /** Number of the role. */
  readonly role: number;
  /** Status of the user, or nothing. */
  readonly about: string;
  readonly pictureUrl: string;
};

/** A browser or program in which the user is logged in. */
export type OwnSession = {
  readonly id: number;
  readonly kind: 'session' | 'key';
  readonly created: number;
  /** Null before the first use. */
  readonly last_used: number | null;
  readonly client: string;
  /** Network address of the log-in, if it is known. */
  readonly address: string | null;
  readonly is_current: boolean;
};

export type LogInWith =
  | { readonly username: string; readonly password: string }
  | { readonly sample_user_id: number };

/** A refusal by the server; `code` is empty when it could not be reached. */
export class DoorError extends Error {
  override readonly name = 'DoorError';
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, code: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Throws a `DoorError` when the server cannot be reached. */
export async function readDoorway(): Promise<Doorway> {
  const [settings, sampleUsers] = await Promise.all([
    call<Settings>('GET', '/api/v1/server_settings'),
    readSampleUsers(),
  ]);
  return {
    name: settings.realm_name,
    host: new URL(settings.realm_url).host,
    iconUrl: iconOf(settings.realm_icon),
    version: settings.zulip_version,
    isPasswordEnabled: settings.email_auth_enabled,
    methods: settings.external_authentication_methods.map((method) => ({
      name: method.name,
      label: method.display_name,
      url: method.login_url,
    })),
    sampleUsers,
  };
}

/** Throws a `DoorError` when the server refuses. */
export async function logIn(user: LogInWith): Promise<void> {
  await call('POST', '/json/session', user);
}

/** The user of this browser's session; undefined without one. Throws a `DoorError` when the server cannot be reached. */
export async function readSessionUser(): Promise<number | undefined> {
  try {
    const user = await call<{ readonly user_id: number }>('GET', '/json/users/me');
    return user.user_id;
  } catch (error) {
    if (error instanceof DoorError && error.code !== '') return undefined;
    throw error;
  }
}

export async function logOut(): Promise<void> {
  await call('DELETE', '/json/session');
}

export async function readSessions(): Promise<readonly OwnSession[]> {
  const { sessions } = await call<{ readonly sessions: readonly OwnSession[] }>('GET', '/json/sessions');
  return sessions;
}

export async function endSession(id: number): Promise<void> {
  await call('DELETE', `/json/sessions/${id}`);
}

/** Logs all browsers and programs of the user out, except this browser. */
export async function endOtherSessions(): Promise<void> {
  await call('DELETE', '/json/sessions');
}

/** The server names a picture of its own for organizations without an icon; uploaded ones carry a version. */
function iconOf(url: string | undefined): string | undefined {
  return url?.includes('?version=') === true ? url : undefined;
}

type Settings = {
  readonly realm_name: string;
  readonly realm_url: string;
  readonly realm_icon?: string;
  readonly zulip_version: string;
  readonly email_auth_enabled: boolean;
  readonly external_authentication_methods: readonly {
    readonly name: string;
    readonly display_name: string;
    readonly login_url: string;
  }[];
};

type SampleAnswer = {
  readonly sample_users: readonly {
    readonly user_id: number;
    readonly full_name: string;
    readonly role: number;
    readonly avatar_url: string;
    readonly about?: string;
  }[];
};

async function readSampleUsers(): Promise<SampleAccount[]> {
  try {
    const { sample_users: users } = await call<SampleAnswer>('GET', '/json/sample-users');
    return users.map((user) => ({
      userId: user.user_id,
      name: user.full_name,
      role: user.role,
      about: user.about ?? '',
      pictureUrl: user.avatar_url,
    }));
  } catch {
    return [];
  }
}

async function call<T>(method: string, path: string, fields: object = {}): Promise<T> {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { 'X-Parley': 'web' },
      ...(method === 'POST' ? { body } : {}),
    });
  } catch {
    throw new DoorError('The server cannot be reached.', '');
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  const { msg = response.statusText, code = `${response.status}` } = answer as Refusal;
  const wait = response.headers.get('retry-after');
  throw new DoorError(msg, code, wait === null ? undefined : Math.ceil(Number(wait)));
}

type Refusal = { readonly msg?: string; readonly code?: string };
