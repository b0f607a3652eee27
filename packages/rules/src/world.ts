import { setTimeout as sleep } from 'node:timers/promises';
import { problemsOf } from './check-answer.ts';
import { Broken, items, numberAt, success, textAt, type Item } from './expect.ts';
import type { Ground, Organization, OwnServers, User, UserSpec } from './ground.ts';
import { NotAsked } from './not-asked.ts';
import { send, type Answer, type Credentials, type Request } from './wire.ts';

/** An event queue as a client uses it. */
export type Queue = {
  readonly id: string;
  readonly registered: Answer;
  /** Everything that arrived since the last look, heartbeats left out. */
  events(): Promise<readonly Item[]>;
};

export type Bot = User & { readonly ownerId: number };

/** The context of a rule: an organization of its own, and a way to send requests to its server. */
export type World = {
  ask(method: string, path: string, request?: Request): Promise<Answer>;
  host(): Promise<string>;
  owner(): Promise<User>;
  user(spec?: UserSpec): Promise<User>;
  bot(owner: Credentials, spec?: { type?: number }): Promise<Bot>;
  listen(as: Credentials, parameters?: Readonly<Record<string, unknown>>): Promise<Queue>;
  /** Another organization on the same server. */
  neighbour(): Promise<World>;
  /** Abilities that exist only on servers that the suite starts itself. */
  own(): OwnServers;
  readonly url: string;
  readonly isRemote: boolean;
  /** A text that nobody else uses. */
  unique(prefix: string): string;
  /** Undone after the rule where the organization goes on living. */
  later(undo: () => Promise<unknown>): void;
  /** Ends the rule: undoes, and fails if any answer left the contract. */
  finish(): Promise<void>;
};

let count = 0;
const run = Date.now().toString(36);

function unique(prefix: string): string {
  return `${prefix}${run}${(count += 1).toString(36)}`;
}

const MAX_PATIENCE = 5;

export function createWorld(ground: Ground): World {
  const violations: string[] = [];
  const undo: (() => Promise<unknown>)[] = [];
  const neighbours: World[] = [];
  let home: Promise<Organization> | undefined;
  const organization = (): Promise<Organization> => (home ??= ground.organization());

  const over = new AbortController();

  const ask: World['ask'] = (method, path, request = {}) => {
    const answer = askPatiently(method, path, { signal: over.signal, ...request });
    // A rule that failed leaves its long polls behind; they end with it.
    answer.catch(() => undefined);
    return answer;
  };

  const askPatiently = async (method: string, path: string, request: Request): Promise<Answer> => {
    const host = request.host ?? (await organization()).host;
    let answer = await send(ground.url, method, path, { ...request, host });
    for (let n = 0; answer.status === 429 && !isPatienceTested(request) && n < MAX_PATIENCE; n += 1) {
      await sleep(1000 * Number(answer.at('retry-after') ?? 1) + 50);
      answer = await send(ground.url, method, path, { ...request, host });
    }
    violations.push(...problemsOf(method, path, request, answer));
    return answer;
  };

  const listen: World['listen'] = async (as, parameters = {}) => {
    const registered = success(await ask('POST', '/register', { as, form: parameters }));
    const id = textAt(registered, 'queue_id');
    let last = numberAt(registered, 'last_event_id');
    return {
      id,
      registered,
      events: async () => {
        await sleep(ground.eventDelayMs);
        const query = { queue_id: id, last_event_id: last, dont_block: true };
        const events = items(success(await ask('GET', '/events', { as, query })), 'events');
        last = Number(events.at(-1)?.['id'] ?? last);
        return events.filter(({ type }) => type !== 'heartbeat' && type !== 'restart');
      },
    };
  };

  const user: World['user'] = async (spec = {}) => {
    const there = await organization();
    const made = await there.makeUser({ name: unique('User '), ...spec });
    undo.push(() => there.removeUser(made));
    return made;
  };

  const bot: World['bot'] = async (owner, { type = 1 } = {}) => {
    const name = unique('bot');
    const form = { short_name: name, full_name: `Bot ${name}`, bot_type: type };
    const made = success(await ask('POST', '/bots', { as: owner, form }));
    const id = numberAt(made, 'user_id');
    const shown = success(await ask('GET', `/users/${id}`, { as: owner }));
    undo.push(() => ask('DELETE', `/bots/${id}`, { as: owner }));
    return {
      id,
      email: textAt(shown, 'user', 'email'),
      key: textAt(made, 'api_key'),
      name: form.full_name,
      role: 400,
      ownerId: Number(shown.at('user', 'bot_owner_id')),
    };
  };

  return {
    ask,
    host: async () => (await organization()).host,
    owner: async () => (await organization()).owner(),
    user,
    bot,
    listen,
    neighbour: async () => {
      if (ground.own === undefined) throw new NotAsked('needs a second organization on the same server');
      const made = createWorld(ground);
      neighbours.push(made);
      return made;
    },
    own: () => {
      if (ground.own === undefined) throw new NotAsked('needs a server that the suite starts itself');
      return ground.own;
    },
    url: ground.url,
    isRemote: ground.own === undefined,
    unique,
    later: (step) => undo.push(step),
    finish: async () => {
      if (ground.cleansUp) for (const step of undo.toReversed()) await step().catch(() => undefined);
      over.abort();
      for (const other of neighbours) await other.finish();
      const [first] = violations;
      if (first !== undefined) throw new Broken('only answers that the contract declares', first);
    },
  };
}

/** Rules about limits must see the refusal themselves. */
function isPatienceTested({ url }: Request): boolean {
  return url !== undefined;
}
