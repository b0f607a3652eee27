import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { HOST, ORIGIN, SIBLING_HOST, type Exchange, type ForgeryStage } from './stage.ts';
import type { Target } from './targets.ts';

/** One forged request: a change of the honest one. Undefined if it makes no sense for the target. */
type Attack = (target: Target, stage: ForgeryStage) => Exchange | undefined;

const MARKER = { 'x-parley': 'web' };

/** A foreign page whose browser sends these headers with the cookie of the victim. */
function fromPage(headers: Readonly<Record<string, string>>): Attack {
  return (target, { cookies }) => exchange(target, { ...headers, cookie: cookies.valid });
}

/** Attacks on everything below `/json`, by name. */
const onRequests: Readonly<Record<string, Attack>> = {
  'foreign origin': fromPage({ ...MARKER, origin: 'https://evil.test' }),
  'sibling origin': fromPage({ ...MARKER, origin: `http://${SIBLING_HOST}` }),
  'origin with another port': fromPage({ ...MARKER, origin: `${ORIGIN}:81` }),
  'origin with another scheme': fromPage({ ...MARKER, origin: `https://${HOST}` }),
  'origin that begins like ours': fromPage({ ...MARKER, origin: `${ORIGIN}.evil.test` }),
  'opaque origin': fromPage({ ...MARKER, origin: 'null' }),
  'foreign origin that claims to be the same': fromPage({
    ...MARKER,
    origin: 'https://evil.test',
    'sec-fetch-site': 'same-origin',
  }),
  'cross-site request': fromPage({ ...MARKER, 'sec-fetch-site': 'cross-site' }),
  'same-site request': fromPage({ ...MARKER, 'sec-fetch-site': 'same-site' }),
  'address bar': fromPage({ ...MARKER, 'sec-fetch-site': 'none' }),
  'no origin at all': fromPage(MARKER),
  'own origin without the marker': fromPage({ origin: ORIGIN }),
  'same origin without the marker': fromPage({ 'sec-fetch-site': 'same-origin' }),
  'wrong marker': fromPage({ origin: ORIGIN, 'x-parley': 'api' }),
};

/** Attacks with wrong credentials from the right page. */
const onCredentials: Readonly<Record<string, Attack>> = {
  'cookie where keys work': (target, { cookies }) =>
    target.keyPath === undefined
      ? undefined
      : exchange({ ...target, path: target.keyPath }, { ...honest(target), cookie: cookies.valid }),
  'cookie of another organization': (target, { cookies }) =>
    exchange(target, { ...honest(target), cookie: cookies.sibling }),
  'cookie of an ended session': (target, { cookies }) =>
    exchange(target, { ...honest(target), cookie: cookies.ended }),
  'key instead of a cookie': (target, { victim }) =>
    target.kind === 'file'
      ? undefined
      : exchange(target, { ...honest(target), authorization: basic(victim) }),
  'key at an encoded path': (target, { victim }) =>
    target.kind === 'file' || target.kind === 'stream'
      ? undefined
      : exchange(
          { ...target, path: target.path.replace(BROWSER_PREFIX, '/%6Ason') },
          { ...honest(target), authorization: basic(victim) },
        ),
  'key beside a cookie of another organization': (target, { cookies, victim }) =>
    target.kind === 'file'
      ? undefined
      : exchange(target, { ...honest(target), authorization: basic(victim), cookie: cookies.sibling }),
};

const onFiles: Readonly<Record<string, Attack>> = {
  'cross-site request': fromPage({ 'sec-fetch-site': 'cross-site' }),
  'same-site request': fromPage({ 'sec-fetch-site': 'same-site' }),
  'browser that does not say where': fromPage({}),
};

const onStreams: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(Object.entries(onRequests).filter(([name]) => name.includes('origin'))),
  'own origin without the marker': () => undefined,
  'same origin without the marker': () => undefined,
};

/** The forged requests for a target, by the name of the attack. */
export function attacksOn(target: Target, stage: ForgeryStage): [name: string, Exchange][] {
  return Object.entries(attacksOfKind(target)).flatMap(([name, attack]) => {
    const forged = attack(target, stage);
    return forged === undefined ? [] : [[name, forged]];
  });
}

function attacksOfKind({ kind, name }: Target): Readonly<Record<string, Attack>> {
  switch (kind) {
    case 'file':
      return { ...onFiles, ...onCredentials };
    case 'stream':
      return { ...onStreams, ...onCredentials };
    case 'session':
      // Log-in, log-out, the list of sample users and the operations of visitors need no session.
      return ['get-sessions', 'end-session', 'end-other-sessions', 'create-password-link'].includes(name)
        ? { ...onRequests, ...onCredentials }
        : onRequests;
    case 'operation':
    case 'upload':
      return { ...onRequests, ...onCredentials };
  }
}

/** The request that a page of the organization sends. */
export function honestRequest(target: Target, cookie: string): Exchange {
  return exchange(target, { ...honest(target), cookie });
}

function honest({ kind }: Target): Readonly<Record<string, string>> {
  if (kind === 'stream') return { origin: ORIGIN };
  return kind === 'file' ? { 'sec-fetch-site': 'same-origin' } : { ...MARKER, origin: ORIGIN };
}

function exchange(target: Target, headers: Readonly<Record<string, string>>): Exchange {
  const { method, path, body, kind } = target;
  return {
    method,
    path,
    body,
    headers: { host: HOST, ...(kind === 'stream' ? HANDSHAKE : {}), ...target.headers, ...headers },
  };
}

const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
};

function basic({ email, apiKey }: ForgeryStage['victim']): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}
