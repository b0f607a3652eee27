import type { Page } from '../../../http/page.ts';
import { sitePages } from '../../site/site-pages.ts';
import { createSite } from '../site.ts';

/** The API reference. */
export const referencePages: readonly Page[] = sitePages('/api', createSite, [
  ':page',
  'events/:type',
  'integrations/:name',
  'objects/:name',
]);
