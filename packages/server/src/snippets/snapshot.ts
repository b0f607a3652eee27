import type { ReadState } from '../queues/snapshot.ts';
import { presentSnippet } from './present.ts';
import { snippetsOf } from './queries.ts';

export const savedSnippetsState: ReadState<'saved_snippets'> = async ({ reader, person }) => ({
  saved_snippets: (await snippetsOf(reader, person)).map(presentSnippet),
});
