import type { Page } from 'playwright-core';

/** Strings that the server sent to a page: names and texts of people, which no language changes. */
export function collectData(page: Page): ReadonlySet<string> {
  const data = new Set<string>();
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/json/')) return;
    response.json().then(
      (body: unknown) => addStrings(body, data),
      () => undefined,
    );
  });
  return data;
}

/** Names in the examples of component tests. */
export const EXAMPLE_DATA: ReadonlySet<string> = new Set(
  'Observatory, Iris Lindqvist, Iris, Bram Okafor, Bram, Chen Wei, Chen, dome, motors, limit switch, Parley'.split(
    ', ',
  ),
);

function addStrings(value: unknown, data: Set<string>, name = ''): void {
  if (typeof value === 'string') {
    data.add(value);
    if (value.includes('<'))
      for (const text of [value.replaceAll(/<[^>]*>/g, ''), ...value.split(/<[^>]*>/)]) data.add(text.trim());
    if (/^[[{]/.test(value)) addJson(value, data);
    // Short forms of names stand in small places.
    if (name === 'full_name') for (const word of value.split(' ')) data.add(word);
  } else if (Array.isArray(value)) {
    for (const part of value) addStrings(part, data);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      data.add(key);
      addStrings(part, data, key);
    }
  }
}

/** Polls and choices of fields are texts inside of texts. */
function addJson(text: string, data: Set<string>): void {
  try {
    addStrings(JSON.parse(text), data);
  } catch {
    // A text that begins with a bracket.
  }
}
