/** The addresses in what somebody typed or pasted: separated by commas or line breaks, some with names. */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== '') found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}
