/** The rest of a text such as `/me waves`, which is read with the sender as its subject; undefined for others. */
export function meText(text: string): string | undefined {
  return text.startsWith(COMMAND) ? text.slice(COMMAND.length).trimStart() : undefined;
}

const COMMAND = '/me ';
