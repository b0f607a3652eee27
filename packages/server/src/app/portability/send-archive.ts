import { noSuchFile } from '../../chat/uploads/access.ts';
import { sendFile } from '../../chat/uploads/send-file.ts';
import { subdomainOf } from '../../engine/hosts.ts';
import type { Page } from '../../http/page.ts';
import type { World } from '../../http/world.ts';
import { archiveName, readArchiveToken, type AddressedArchive } from './archive-address.ts';

type StoredArchive = { readonly key: string; readonly size: number };

/** Serves archives by their addresses; `find` looks for one in an active organization with the subdomain. */
export function archivePage(
  path: string,
  archive: AddressedArchive,
  find: (
    world: World,
    at: { readonly realmId: number; readonly id: number; readonly subdomain: string | undefined },
  ) => Promise<StoredArchive | undefined>,
): Page {
  return {
    path: `${path}/:token/:name`,
    handle: async (world, { pathParameters, host, range }) => {
      const token = readArchiveToken(world, archive, pathParameters['token'] ?? '');
      if (token === undefined) throw noSuchFile();
      const subdomain = subdomainOf(world.config.hosts, host);
      const stored = await find(world, { ...token, subdomain });
      if (stored === undefined) throw noSuchFile();
      const file = {
        ...stored,
        contentType: 'application/x-tar',
        name: archiveName(subdomain ?? '', archive, token.id),
        wantsDownload: true,
      };
      const response = await sendFile(world, file, range);
      return { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
    },
  };
}
