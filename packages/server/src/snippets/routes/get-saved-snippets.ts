import { getSavedSnippets as contract } from '@parley/contract/endpoints/saved-snippets.ts';
import { route } from '../../http/route.ts';
import { presentSnippet } from '../present.ts';
import { snippetsOf } from '../queries.ts';

export const getSavedSnippetsRoute = route(contract, async ({ world, person }) => {
  const rows = await snippetsOf(world.pool, person);
  return { saved_snippets: rows.map(presentSnippet) };
});
