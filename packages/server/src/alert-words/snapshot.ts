import type { ReadState } from '../queues/snapshot.ts';
import { alertWordsOf } from './queries.ts';

export const alertWordsState: ReadState<'alert_words'> = async ({ reader, person }) => ({
  alert_words: await alertWordsOf(reader, person),
});
