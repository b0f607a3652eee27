import type { ImportedFile } from '../form.ts';
import { textOf } from '../texts.ts';
import { firstText, objectsOf, type JsonObject } from '../values.ts';
import type { SlackReading } from './reading.ts';

const GONE = new Set(['tombstone', 'hidden_by_limit']);
const UNSEEN = new Set(['check_file_info', 'access_denied', 'file_not_found']);

/** Files of a message: in the archive if a tool added them, else links without the token that Slack puts into them. */
export function filesOf(raw: JsonObject, { report, pathOf }: SlackReading): ImportedFile[] {
  const listed = [...objectsOf(raw['files']), ...objectsOf([raw['file']])];
  return listed.flatMap((file): ImportedFile[] => {
    const id = textOf(file['id']);
    if (GONE.has(textOf(file['mode'])) || UNSEEN.has(textOf(file['file_access'])) || id === '') {
      report.skip('files that Slack deleted or hid');
      return [];
    }
    const name = firstText(file['name'], file['title'], 'file');
    return [
      {
        key: id,
        name,
        path: pathOf(id, name),
        url: withoutToken(firstText(file['permalink'], file['url_private'])),
      },
    ];
  });
}

/** The token in a link reads all files of the workspace. */
function withoutToken(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  parsed.search = '';
  parsed.hash = '';
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}
