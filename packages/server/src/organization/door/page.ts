import { getDoor } from '@parley/contract/endpoints/arriving.ts';
import { browserOperation } from '../../http/sessions/browser-operation.ts';
import { doorOf } from './door.ts';

export const doorPage = browserOperation(getDoor, async (world, request) => ({
  result: { door: await doorOf(world, request) },
}));
