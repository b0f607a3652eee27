import type { Endpoint } from '@parley/contract/endpoint.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import { arrivingEndpoints } from '@parley/contract/endpoints/arriving.ts';
import { consentEndpoints } from '@parley/contract/endpoints/consent.ts';
import { passkeyEndpoints } from '@parley/contract/endpoints/passkeys.ts';
import { secondStepEndpoints } from '@parley/contract/endpoints/second-steps.ts';
import { sessionEndpoints } from '@parley/contract/endpoints/sessions.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { eventStream } from '@parley/contract/event-stream.ts';
import { PREFIX } from '@parley/server/http/prefix.ts';
import { PASSWORD, type ForgeryStage } from './stage.ts';

/** A request that a forged page would like to send with the cookie of its victim. */
export type Target = {
  readonly name: string;
  readonly kind: 'operation' | 'session' | 'file' | 'stream' | 'upload';
  readonly method: string;
  readonly path: string;
  /** The same operation where only keys work; undefined if it does not exist there or needs no key. */
  readonly keyPath: string | undefined;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Everything that takes the cookie of a session. */
export function targetsOf(stage: ForgeryStage): Target[] {
  return [
    ...endpoints
      .filter(({ auth }) => auth !== 'query')
      .flatMap((endpoint) =>
        [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => operation(endpoint, path)),
      ),
    ...[
      ...sessionEndpoints,
      ...secondStepEndpoints,
      ...passkeyEndpoints,
      ...consentEndpoints,
      ...arrivingEndpoints,
    ].map((endpoint) => sessionOperation(endpoint, stage)),
    ...files(stage),
    stream(stage),
    upload(),
  ];
}

function operation(endpoint: Endpoint, path: string): Target {
  const { id, method, auth } = endpoint;
  const filled = fill(path);
  return {
    name: path === endpoint.path ? id : `${id} at ${path}`,
    kind: 'operation',
    method,
    path: BROWSER_PREFIX + filled,
    keyPath: auth === 'none' ? undefined : PREFIX + filled,
    ...(method === 'GET' ? {} : { body: 'content=text' }),
  };
}

function sessionOperation({ id, method, path }: Endpoint, { victim }: ForgeryStage): Target {
  const credentials = new URLSearchParams({ username: victim.email, password: PASSWORD });
  return {
    name: id,
    kind: 'session',
    method,
    path: BROWSER_PREFIX + fill(path),
    keyPath: undefined,
    ...(id === 'log-in' ? { body: credentials.toString() } : {}),
  };
}

function files({ file, victim }: ForgeryStage): Target[] {
  const paths = {
    file: `/user_uploads/${file}`,
    'download of a file': `/user_uploads/download/${file}`,
    'thumbnail of a file': `/user_uploads/thumbnail/${file}/840x560.webp`,
    avatar: `/avatar/${victim.id}`,
    'medium avatar': `/avatar/${victim.id}/medium`,
  };
  return Object.entries(paths).map(([name, path]) => ({
    name,
    kind: 'file',
    method: 'GET',
    path,
    keyPath: undefined,
  }));
}

function stream({ queue }: ForgeryStage): Target {
  const query = `?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`;
  return {
    name: 'event stream',
    kind: 'stream',
    method: 'GET',
    path: BROWSER_PREFIX + eventStream.path + query,
    keyPath: PREFIX + eventStream.path + query,
  };
}

function upload(): Target {
  return {
    name: 'upload in pieces',
    kind: 'upload',
    method: 'POST',
    path: `${BROWSER_PREFIX}/tus/`,
    keyPath: `${PREFIX}/tus/`,
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '4' },
  };
}

/** Path parameters are filled in; access is decided before the object is looked up. */
function fill(path: string): string {
  return path.replaceAll(/\{\w+(\*?)\}/g, (_all, rest: string) => (rest === '*' ? 'a/b' : '1'));
}
