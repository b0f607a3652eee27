import { PREFIX } from '../../../http/prefix.ts';
import type { ProtocolHandler } from '../../../http/protocol-handler.ts';

const PATH = `${PREFIX}/tus`;

/** Resumable uploads with the tus protocol. The library is loaded with the first request. */
export const tusUploads: ProtocolHandler = {
  paths: [PATH, `${PATH}/`, `${PATH}/:id`],
  methods: ['DELETE', 'HEAD', 'PATCH', 'POST'],
  handle: async (world, visitor, request, response) => {
    const { tusBelow } = await import('./tus-server.ts');
    await tusBelow(PATH)(world, visitor, request, response);
  },
};
