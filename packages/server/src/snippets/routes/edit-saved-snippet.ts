import { editSavedSnippet as contract } from '@parley/contract/endpoints/saved-snippets.ts';
import { route } from '../../http/route.ts';
import { editSnippet } from '../snippets.ts';

export const editSavedSnippetRoute = route(
  contract,
  async ({ world, realm, person }, { saved_snippet_id, ...texts }) => {
    await world.write(realm.id, (tx) => editSnippet(tx, { realm, person }, saved_snippet_id, texts));
    return {};
  },
);
