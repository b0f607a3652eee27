import { createSavedSnippet as contract } from '@parley/contract/endpoints/saved-snippets.ts';
import { route } from '../../http/route.ts';
import { createSnippet } from '../snippets.ts';

export const createSavedSnippetRoute = route(contract, async ({ world, realm, person }, texts) => ({
  saved_snippet_id: await world.write(realm.id, (tx) =>
    createSnippet(tx, { realm, person }, texts, world.clock.now()),
  ),
}));
