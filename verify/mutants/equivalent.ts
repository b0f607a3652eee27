import type { Mutant } from './mutant.ts';

/** Mutants that no caller can tell from the original, or whose effect no suite should demand. */
type Equivalent = {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly why: string;
};

const equivalents: readonly Equivalent[] = [
  {
    file: 'delivery/event-adapter.ts',
    before: "if (flags.length === 0 && localId === undefined && !hides) return '';",
    after: '{}',
    why: 'readers without personal parts get another key of the cache, which is the same for all of them',
  },
  {
    file: 'chat/channels/channel-visibility.ts',
    before: "if (audience.kind === 'users') return audience.ids.length > 0;",
    after: '{}',
    why: 'an event for an empty list of users is stored and reaches nobody',
  },
  {
    file: 'engine/db/lost-commit.ts',
    before:
      'where pid = ${pid} and usename = current_user and backend_start < clock_timestamp() - make_interval(secs => ${elapsed})`,',
    after:
      'where pid = ${pid} and usename = current_user and backend_start <= clock_timestamp() - make_interval(secs => ${elapsed})`,',
    why: 'the two differ in one microsecond of the start of a backend',
  },
  {
    file: 'engine/db/snapshot.ts',
    before: "await client.query('rollback').catch((failure: Error) => { rollbackError = failure; });",
    after: "void client.query('rollback').catch((failure: Error) => { rollbackError = failure; });",
    why: 'a connection runs its statements in order, and one that cannot roll back is lost and leaves the pool by itself',
  },
];

/** The reason why a mutant does not count; undefined for one that must be noticed. */
export function equivalenceOf({ file, before, after }: Mutant): string | undefined {
  return equivalents.find(
    (known) => file.endsWith(known.file) && known.before === before && known.after === after,
  )?.why;
}
