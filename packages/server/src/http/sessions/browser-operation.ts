import type { Endpoint, ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { read, readContext, type IncomingRequest } from '../lifecycle.ts';
import type { Page } from '../page.ts';
import { success } from '../response.ts';
import type { World } from '../world.ts';
import { checkOwnPage } from './own-page.ts';

type Answer<E extends Endpoint> = {
  readonly result: ResultOf<E>;
  /** The `Set-Cookie` header of a session that begins. */
  readonly cookie?: string | undefined;
};

/** An operation below `/json` for browsers with or without a session. Pages of other sites cannot call it. */
export function browserOperation<E extends Endpoint>(
  endpoint: E,
  work: (world: World, request: IncomingRequest, values: ParametersOf<E>) => Promise<Answer<E>>,
): Page {
  const { method, path } = endpoint;
  if (method === 'PATCH' || method === 'PUT') throw new Error(`Pages do not take ${method}.`);
  return {
    path: BROWSER_PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    method,
    handle: async (world, request) => {
      checkOwnPage(world.config.hosts, request);
      const { values, ignored } = read({ endpoint }, request, readContext(world, request).fields);
      const { result, cookie } = await work(world, request, values);
      const answer = await success(result, ignored);
      if (cookie !== undefined) answer.headers['set-cookie'] = cookie;
      return answer;
    },
  };
}
