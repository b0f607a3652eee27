import type { Page } from '../../../http/page.ts';
import { sitePages } from '../../site/site-pages.ts';

/** The API reference. */
export const referencePages: readonly Page[] = sitePages('/api', ({ reference }) => reference, [
  ':page',
  'events/:type',
  'integrations/:name',
  'objects/:name',
]);
