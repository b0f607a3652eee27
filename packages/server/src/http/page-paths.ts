import type { IncomingMessage } from 'node:http';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { ApiError } from '../engine/api-error.ts';
import { currentWork } from '../engine/work/current-work.ts';
import { limitPage, mayLoadAsset } from './address-limits.ts';
import { authenticateWithLimit, isKnownReader } from './authenticate-request.ts';
import { allowLargeBody } from './body-time.ts';
import { optionsResponse, originHeaders } from './cross-origin.ts';
import type { RequestHead } from './lifecycle.ts';
import { headOf, incomingOf, queryFields } from './operations.ts';
import type { Page } from './page.ts';
import { NO_FILES } from './parts.ts';
import type { ProtocolHandler } from './protocol-handler.ts';
import { bodyTypeOf, readBody } from './read-body.ts';
import { REQUEST_ID } from './request-id.ts';
import type { Router } from './router.ts';
import type { World } from './world.ts';
import { COMMON_HEADERS } from './write-response.ts';

export function addPage(router: Router, world: World, page: Page): void {
  const { path, method = 'GET' } = page;
  const by = path.startsWith(`${BROWSER_PREFIX}/`) ? 'session' : 'key';
  router.add(method === 'GET' ? ['GET', 'HEAD'] : [method], path, {
    name: path,
    handle: async (exchange) => {
      const { request } = exchange;
      const type = bodyTypeOf(request);
      const fields = queryFields(request);
      await limit(world, page, request, by);
      await readBody(request, type, fields, NO_FILES, world.processor.takeTurn);
      return page.handle(world, incomingOf(world, exchange, fields, by));
    },
  });
}

/** Users are not limited. Their session is looked up last for files of the web client, of which a page loads 50 at once. */
async function limit(
  world: World,
  { limit: kind = 'page' }: Page,
  request: IncomingMessage,
  by: RequestHead['by'],
): Promise<void> {
  if (kind === 'none') return;
  const address = world.proxies.clientOf(request);
  if (kind === 'asset' && mayLoadAsset(world, address)) return;
  if (!(await isKnownReader(world, headOf(request, by)))) limitPage(world, address);
}

/** Protocol handlers read the body of a request and write its response themselves. */
export function addProtocolHandler(router: Router, world: World, handler: ProtocolHandler): void {
  for (const path of handler.paths)
    router.add('every', path, {
      name: path,
      handle: async ({ request, response }) => {
        bodyTypeOf(request);
        if (request.method === 'OPTIONS') return optionsResponse(handler, handler.methods);
        const visitor = await authenticateWithLimit(world, headOf(request, handler.by), handler.scope);
        allowLargeBody(request);
        if (world.isClosing()) throw new ApiError('UNAVAILABLE', 'Try again soon.');
        const id = currentWork()?.request?.id ?? '';
        const always = { ...COMMON_HEADERS, ...originHeaders(request), [REQUEST_ID]: id };
        for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
        await handler.handle(world, visitor, request, response);
        return undefined;
      },
    });
}
