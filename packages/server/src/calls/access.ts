import { badRequest } from '../problem.ts';
import type { World } from '../world.ts';
import type { CallProvider } from './provider.ts';

export const accessProvider = (world: World): CallProvider => {
  if (world.calls === undefined) throw badRequest('This server has no video provider.');
  return world.calls;
};
