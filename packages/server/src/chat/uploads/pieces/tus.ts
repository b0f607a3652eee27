import { PREFIX } from '../../../http/prefix.ts';
import type { Speaker } from '../../../http/speaker.ts';

const PATH = `${PREFIX}/tus`;

/** Uploads that go on where they broke off, by the tus protocol. Its library is loaded when the first one comes. */
export const tusUploads: Speaker = {
  paths: [PATH, `${PATH}/`, `${PATH}/:id`],
  methods: ['DELETE', 'HEAD', 'PATCH', 'POST'],
  speak: async (world, visitor, request, response) => {
    const { tusBelow } = await import('./tus-server.ts');
    await tusBelow(PATH)(world, visitor, request, response);
  },
};
