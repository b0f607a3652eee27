import type { ImportedMessage } from './form.ts';
import type { ImportReport } from './report.ts';

/**
 * Leaves out messages that an archive has twice. Where the other chat tells no ids, messages of the same key are different
 * ones if their texts differ: the later ones get keys of their own, which are the same in each run.
 */
export async function* distinct(
  messages: AsyncIterable<ImportedMessage>,
  report: ImportReport,
): AsyncGenerator<ImportedMessage> {
  let at: number | undefined;
  let seen = new Map<string, string[]>();
  for await (const message of messages) {
    if (message.at !== at) seen = new Map();
    at = message.at;
    const texts = seen.get(message.key);
    if (texts === undefined) {
      seen.set(message.key, [contentOf(message)]);
      yield message;
    } else if (message.hasWeakKey === true && !texts.includes(contentOf(message))) {
      texts.push(contentOf(message));
      yield { ...message, key: `${message.key} =${texts.length}` };
    } else report.skip('messages that the archive has twice');
  }
}

function contentOf({ text, files = [] }: ImportedMessage): string {
  return JSON.stringify([text, files.map(({ key }) => key)]);
}
