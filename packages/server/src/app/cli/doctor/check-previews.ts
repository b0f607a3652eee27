import type { Config } from '../../../engine/config.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { passed, warning, type CheckResult } from './check-result.ts';

const SUBJECT = 'link previews';
const MAX_WAIT_MINUTES = 5;

/** Which previews the server makes, and whether messages have waited for them for long. */
export async function checkPreviews(reader: Reader, { previews }: Config): Promise<CheckResult> {
  const pictures = previews.pictureProxy
    ? 'pictures of other sites come through this server'
    : 'readers load pictures of other sites themselves';
  const late = await reader.first(
    sql<{ count: number }>`
      select count(*) as count from page_job where created_at < now() - make_interval(mins => ${MAX_WAIT_MINUTES})`,
  );
  if (late !== undefined && late.count > 0)
    return warning(
      SUBJECT,
      `${late.count} messages have waited for cards for more than ${MAX_WAIT_MINUTES} minutes`,
      'Check that the server is running and reaches other sites; after three attempts messages stay without cards.',
    );
  const pages = previews.pages
    ? 'organizations may turn on cards of linked pages'
    : 'cards of linked pages are off (PARLEY_LINK_PREVIEWS)';
  return passed(SUBJECT, `${pages}; ${pictures}`);
}
