import * as endpoints from '@parley/contract/endpoints/saved-snippets.ts';
import { presentSnippet, snippetsOf } from './rows.ts';
import { createSnippet, deleteSnippet, editSnippet } from './snippets.ts';
import { route, type Route } from '../../http/route.ts';

export const savedSnippetRoutes: readonly Route[] = [
  route(endpoints.getSavedSnippets, async ({ world, user }) => {
    const rows = await snippetsOf(world.pool, user);
    return { saved_snippets: rows.map(presentSnippet) };
  }),
  route(endpoints.createSavedSnippet, async ({ world, realm, user }, texts) => ({
    saved_snippet_id: await world.write(realm.id, (tx) =>
      createSnippet(tx, { realm, user }, texts, world.clock.now()),
    ),
  })),
  route(endpoints.editSavedSnippet, async ({ world, realm, user }, { saved_snippet_id, ...texts }) => {
    await world.write(realm.id, (tx) => editSnippet(tx, { realm, user }, saved_snippet_id, texts));
    return {};
  }),
  route(endpoints.deleteSavedSnippet, async ({ world, realm, user }, { saved_snippet_id }) => {
    await world.write(realm.id, (tx) => deleteSnippet(tx, { realm, user }, saved_snippet_id));
    return {};
  }),
];
