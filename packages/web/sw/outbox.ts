import type { WorkerScope } from './scope.ts';

/** Name of the request to the browser to send texts later. */
const SEND_LATER = 'parley-outbox';
/** The server remembers keys for a day; older texts could be sent twice. */
export const EXPIRES_MS = 20 * 3_600_000;
/** Answers of the server after which a repetition may help, beside its own failures. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 421, 429]);

/** A text of the outbox, as the page stores it. */
type WaitingText = {
  /** Also the `Idempotency-Key`. */
  readonly key: string;
  readonly conversation:
    | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
    | { readonly kind: 'direct'; readonly userIds: readonly number[] };
  readonly text: string;
  /** Unix milliseconds. */
  readonly created: number;
};

type Registration = ServiceWorkerRegistration & {
  /** Only in browsers with Background Sync. */
  readonly sync?: { readonly register: (name: string) => Promise<void> };
};

/** For pages: asks the browser to let the worker send what waits when there is a network, though the page is closed. */
export async function askToSendLater(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration: Registration | undefined = await workers?.getRegistration();
  await registration?.sync?.register(SEND_LATER);
}

/** Sends texts that closed pages have left. A rejection lets the browser ask again later. */
export function sendWaitingTexts(worker: WorkerScope): void {
  worker.addEventListener('sync', (event) => {
    if (event.tag === SEND_LATER) event.waitUntil(sendAll(worker));
  });
}

async function sendAll({ clients }: WorkerScope): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A page sends by itself, in its order. It may be closed before it has.
  if (pages.length > 0) throw new Error('A page is open.');
  const userId = await userOfSession();
  if (userId === undefined) return;
  const name = `parley-${userId}`;
  // A page that is opened meanwhile waits for the lock before it repeats what it has found.
  await navigator.locks.request(`${name}:outbox`, () => sendTextsIn(name, userId));
}

/** Texts belong to the user who is logged in; without a session they stay for the page. */
async function userOfSession(): Promise<number | undefined> {
  const response = await fetch('/json/users/me', {
    credentials: 'same-origin',
    headers: { 'X-Parley': 'web' },
  });
  if (response.status === 401 || response.status === 403) return undefined;
  if (!response.ok) throw new Error(`The server answered with ${response.status}.`);
  return ((await response.json()) as { readonly user_id: number }).user_id;
}

async function sendTextsIn(name: string, userId: number): Promise<void> {
  const known = await indexedDB.databases();
  if (known.every((one) => one.name !== name)) return;
  const database = await result(indexedDB.open(name));
  try {
    const texts = await result<WaitingText[]>(storeOf(database, 'outbox').getAll());
    const queueId = await queueIn(database);
    for (const text of texts.toSorted((a, b) => a.created - b.created)) {
      if (Date.now() - text.created > EXPIRES_MS) continue;
      if (await isTaken(text, userId, queueId))
        await result(storeOf(database, 'outbox', 'readwrite').delete(text.key));
    }
  } finally {
    database.close();
  }
}

/** The queue of the stored state, whose events name the text that became a message. */
async function queueIn(database: IDBDatabase): Promise<string | undefined> {
  const meta = await result<{ readonly queueId: string } | undefined>(storeOf(database, 'meta').get('meta'));
  return meta?.queueId;
}

/** Whether the server has the text now. A text that it refuses stays, for its page to show the reason. */
async function isTaken(
  { key, conversation, text }: WaitingText,
  userId: number,
  queueId: string | undefined,
): Promise<boolean> {
  const place =
    conversation.kind === 'topic'
      ? { type: 'channel', to: String(conversation.channelId), topic: conversation.topic }
      : {
          type: 'direct',
          to: JSON.stringify(conversation.userIds.length === 0 ? [userId] : conversation.userIds),
        };
  const echo = queueId === undefined ? {} : { queue_id: queueId, local_id: key };
  const response = await fetch('/json/messages', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'X-Parley': 'web', 'Idempotency-Key': key },
    body: new URLSearchParams({ ...place, content: text, read_by_sender: 'true', ...echo }),
  });
  if (response.status >= 500 || TRANSIENT.has(response.status))
    throw new Error(`The server answered with ${response.status}.`);
  return response.ok;
}

function storeOf(database: IDBDatabase, name: string, mode: IDBTransactionMode = 'readonly'): IDBObjectStore {
  return database.transaction(name, mode).objectStore(name);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed.')));
  });
}
