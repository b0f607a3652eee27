import { deleteSavedSnippet as contract } from '@parley/contract/endpoints/saved-snippets.ts';
import { route } from '../../http/route.ts';
import { deleteSnippet } from '../snippets.ts';

export const deleteSavedSnippetRoute = route(
  contract,
  async ({ world, realm, person }, { saved_snippet_id }) => {
    await world.write(realm.id, (tx) => deleteSnippet(tx, { realm, person }, saved_snippet_id));
    return {};
  },
);
