import type { Env } from 'markdown-it';
import type { Channel, Group, User, RenderContext, Upload } from './context.ts';
import type { Engines } from './engines.ts';
import { Found } from './found.ts';

/** The state of one rendering: its context, its findings and the place of the parser in the text. */
export class Job {
  readonly found = new Found();
  /** True while the inline text of a quote is parsed: its mentions stay silent. */
  quoted = false;
  /** Number of blocks around the place of the parser. */
  depth = 0;
  /** Symbols of formulas that may still be typeset, see `typeset.ts`. */
  symbolsLeft = 0;
  readonly context: RenderContext;
  readonly engines: Engines;
  #users: UsersIndex | undefined;
  #groups: Map<string, Group> | undefined;
  #channels: Map<string, Channel> | undefined;
  #topics: Map<string, number> | undefined;
  #uploads: Map<string, Upload> | undefined;

  constructor(context: RenderContext, engines: Engines) {
    this.context = context;
    this.engines = engines;
  }

  userById(id: number): User | undefined {
    return this.#indexedUsers().byId.get(id);
  }

  userByName(name: string): User | undefined {
    return this.#indexedUsers().byName.get(name.toLowerCase());
  }

  group(name: string): Group | undefined {
    this.#groups ??= indexBy(this.context.groups, (group) => group.name);
    return this.#groups.get(name);
  }

  channel(name: string): Channel | undefined {
    this.#channels ??= indexBy(this.context.channels, (channel) => channel.name);
    return this.#channels.get(name);
  }

  latestMessageId(channelId: number, topic: string): number | undefined {
    this.#topics ??= new Map(
      this.context.topics?.map((topic) => [topicKey(topic.channelId, topic.name), topic.latestMessageId]),
    );
    return this.#topics.get(topicKey(channelId, topic));
  }

  upload(path: string): Upload | undefined {
    this.#uploads ??= indexBy(this.context.uploads, (upload) => upload.path);
    return this.#uploads.get(path);
  }

  #indexedUsers(): UsersIndex {
    this.#users ??= {
      byId: indexBy(this.context.users, (user) => user.id),
      byName: indexBy(this.context.users, (user) => user.name.toLowerCase()),
    };
    return this.#users;
  }
}

type UsersIndex = {
  readonly byId: Map<number, User>;
  readonly byName: Map<string, User>;
};

const JOB_KEY = Symbol('job');

export function envOf(job: Job): Env {
  return { [JOB_KEY]: job };
}

export function jobOf(env: Env | undefined): Job {
  const job = env?.[JOB_KEY];
  if (!(job instanceof Job)) throw new TypeError('The parser was called without a job');
  return job;
}

/** The first one of two with the same key wins. */
function indexBy<K, V>(values: readonly V[] | undefined, keyOf: (value: V) => K): Map<K, V> {
  const index = new Map<K, V>();
  for (const value of values ?? []) {
    const key = keyOf(value);
    if (!index.has(key)) index.set(key, value);
  }
  return index;
}

/** Topic names are compared without regard to case, as everywhere else. */
function topicKey(channelId: number, topic: string): string {
  return `${channelId}>${topic.toLowerCase()}`;
}
