import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { PREFIX } from '../../../http/prefix.ts';
import type { ProtocolHandler } from '../../../http/protocol-handler.ts';

/** Resumable uploads with the tus protocol. */
export const tusUploads = tusAt(`${PREFIX}/tus`, 'key');
/** Resumable uploads of pages, with the cookie of a session. */
export const browserTusUploads = tusAt(`${BROWSER_PREFIX}/tus`, 'session');

/** The library is loaded with the first request. */
function tusAt(path: string, by: ProtocolHandler['by']): ProtocolHandler {
  return {
    by,
    scope: 'write_messages',
    paths: [path, `${path}/`, `${path}/:id`],
    methods: ['DELETE', 'HEAD', 'PATCH', 'POST'],
    handle: async (world, visitor, request, response) => {
      const { tusBelow } = await import('./tus-server.ts');
      await tusBelow(path, by)(world, visitor, request, response);
    },
  };
}
