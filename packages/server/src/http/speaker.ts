import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from './actor.ts';
import type { World } from './world.ts';

/** What speaks a protocol of its own below some paths, to users who are known. */
export type Speaker = {
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  speak(world: World, visitor: Actor, request: IncomingMessage, response: ServerResponse): Promise<void>;
};
