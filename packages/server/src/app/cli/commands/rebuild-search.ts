import { Command } from 'commander';
import { beginBuild } from '../../../chat/messages/search/indexing/builds.ts';
import { q } from '../../../engine/db/sql.ts';
import { realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

export function rebuildSearchCommand(): Command {
  return new Command('rebuild')
    .description('build the search index again while the old one serves; running nodes do the work')
    .argument('[subdomain]', "subdomain of the organization, or 'root'; all organizations if not given")
    .action((argument: string | undefined) =>
      withWorld(async ({ pool, tokenizers }) => {
        const realms =
          argument === undefined
            ? await pool.all(q.selectFrom('realm').select('id').orderBy('id'))
            : [await realmNamed(pool, argument)];
        for (const { id } of realms) await beginBuild(pool, id, tokenizers[0]);
        print(`Organizations to be indexed again: ${realms.length}. Searches use the old index until then.`);
      }),
    );
}
