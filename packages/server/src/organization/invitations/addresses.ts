/** Parses e-mail addresses separated by commas or line breaks, with or without display names. */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== '') found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}
