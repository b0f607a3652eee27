/** A text with names in braces, as the pieces between them. */
type Template = { readonly text: string; readonly pieces: readonly string[] };

/** Refusals that a caller may read at once, as a template finds them. */
export type RefusalTexts = (
  message: string,
) => { readonly text: string; readonly values: Values } | undefined;

type Values = Readonly<Record<string, string>>;

/**
 * Finds the template of a refusal by its finished text: refusals are written as English sentences where they are thrown,
 * and translated where they leave. The time is linear in the length of the text.
 */
export function createRefusalTexts(texts: readonly string[]): RefusalTexts {
  const plain = new Set(texts.filter((text) => !PLACE.test(text)));
  const templates = texts
    .filter((text) => PLACE.test(text))
    .map((text): Template => ({ text, pieces: text.split(PLACE) }));
  return (message) => {
    if (plain.has(message)) return { text: message, values: {} };
    for (const template of templates) {
      const values = valuesOf(template.pieces, message);
      if (values !== undefined) return { text: template.text, values };
    }
    return undefined;
  };
}

const PLACE = /\{\d+\}/;

/** The texts between the pieces, each as short as it can be; the last piece ends the message. */
function valuesOf(pieces: readonly string[], message: string): Values | undefined {
  const [first = '', ...rest] = pieces;
  const last = rest.pop() ?? '';
  if (!message.startsWith(first) || !message.endsWith(last)) return undefined;
  const end = message.length - last.length;
  const values: Record<string, string> = {};
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    const next = message.indexOf(piece, at);
    if (next < 0 || next > end) return undefined;
    values[index + 1] = message.slice(at, next);
    at = next + piece.length;
  }
  if (at > end) return undefined;
  values[rest.length + 1] = message.slice(at, end);
  return values;
}
