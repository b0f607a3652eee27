import type { RealmRow } from '../../../engine/db/realm.ts';
import type { HttpResponse } from '../../../http/response.ts';
import type { World } from '../../../http/world.ts';

/** A request of a directory that was admitted. */
export type ScimAsk = {
  readonly world: World;
  readonly realm: RealmRow;
  /** The address of the service, without a slash at its end. */
  readonly base: string;
  readonly method: string;
  /** The resource that the path names; undefined for the list. */
  readonly id: string | undefined;
  readonly query: ReadonlyMap<string, string>;
  /** Undefined where the method has none. */
  readonly body: unknown;
};

export type ScimResource = (ask: ScimAsk) => Promise<HttpResponse | undefined>;
