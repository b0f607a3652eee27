const unsafeInText = /[<>]|&(?!(?:[a-z][a-z0-9]*|#[0-9]+|#x[0-9a-f]+);)/gi;
const unsafeInAttribute = /[<>&"]/g;
const entityOf: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Text content in which entities that the author wrote stay as they are. */
export function escapeText(text: string): string {
  return text.replace(unsafeInText, entity);
}

/** Text content shown exactly as written, as code is. */
export function escapeCode(text: string): string {
  return text.replace(/[<>&]/g, entity);
}

export function escapeAttribute(value: string): string {
  return value.replace(unsafeInAttribute, entity);
}

/** An opening tag with its attributes in alphabetical order; `true` writes the name alone. */
export function openTag(name: string, attributes: Readonly<Record<string, string | true>>): string {
  let html = `<${name}`;
  for (const key of Object.keys(attributes).toSorted()) {
    const value = attributes[key];
    html += value === true ? ` ${key}` : ` ${key}="${escapeAttribute(value ?? '')}"`;
  }
  return `${html}>`;
}

function entity(character: string): string {
  return entityOf[character] ?? character;
}
