/** Parts of a pasted list: one name or address each, without brackets and repetitions; undefined for plain text. */
export function pastedList(text: string): readonly string[] | undefined {
  const parts = text
    .split(/[\n\r,;\t]+/)
    .flatMap(addressesOf)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const distinct = [...new Set(parts)];
  return distinct.length > 1 || (distinct.length === 1 && distinct[0] !== text.trim()) ? distinct : undefined;
}

/** "Ada Lovelace <ada@example.org>" gives the address; addresses with blanks between them give each. */
function addressesOf(part: string): readonly string[] {
  const bracketed = /<([^<>@\s]+@[^<>@\s]+)>/.exec(part)?.[1];
  if (bracketed !== undefined) return [bracketed];
  const words = part.trim().split(/\s+/);
  return words.length > 1 && words.every((word) => word.includes('@')) ? words : [part];
}
