const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The HTML of a text that somebody wrote about themselves. */
export const renderProfileText = (text: string): string =>
  text === '' ? '' : `<p>${text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)}</p>`;
