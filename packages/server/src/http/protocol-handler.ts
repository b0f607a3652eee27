import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from '@parley/contract/scopes.ts';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';

/** A handler of another protocol (such as tus) below some paths, for authenticated users. */
export type ProtocolHandler = {
  /** The kind of credentials that the paths take. */
  readonly by: 'key' | 'session';
  /** The scope that a grant needs; without one, none is admitted. */
  readonly scope?: Scope;
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  handle(world: World, visitor: Actor, request: IncomingMessage, response: ServerResponse): Promise<void>;
};
