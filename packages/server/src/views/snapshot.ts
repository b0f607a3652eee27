import type { ReadState } from '../queues/snapshot.ts';
import { presentView } from './present.ts';
import { viewsOf } from './queries.ts';

export const navigationViewsState: ReadState<'navigation_views'> = async ({ reader, person }) => ({
  navigation_views: (await viewsOf(reader, person)).map(presentView),
});
