/** Levels after the announced one: which of them the server has. */
const LATER: readonly (readonly [level: string, change: string, state: string])[] = [
  ['494', 'only bots use the storage of bots', 'no: takes a feature away'],
  ['495', '`.mov` files show an inline video', 'yes'],
  ['496', 'bots use the operations of user groups', 'yes'],
  ['497', 'the presence of one user has both forms and `server_timestamp`', 'yes'],
  ['498, 501, 502', 'no change', '–'],
  ['499, 506', '`export_from_prior_server` of exports', 'no: there are no exports'],
  ['500, 504', 'no push notification without encryption where it is required', 'no: takes a feature away'],
  ['503', 'times in messages only as ISO 8601', 'no: takes a feature away'],
  ['505', 'the refusal to move a whole topic counts the messages that may move', 'yes'],
  ['507', '`default_push_notifications` of channels', 'yes'],
  ['508', '`message_url` and `message_link` in the response of a send', 'yes'],
  ['509', 'a move to the channel where the message is does not count', 'yes'],
];

/** The section about levels after `level`. */
export function laterLevels(level: number): string {
  return `## Later levels

The server announces level ${level}. It also has what later levels add; what they take away stays. The rules with the
prefix \`LVL-\` hold this, together with later fixes that have no level.

| level | change | here |
|---|---|---|
${LATER.map((row) => `| ${row.join(' | ')} |`).join('\n')}`;
}
