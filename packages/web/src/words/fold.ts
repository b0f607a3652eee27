/**
 * Lower case without accents, for comparing names. The result has the length of the text, so that positions in both
 * are the same.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

const PLAIN = /^[ -~]*$/;

function foldCharacter(character: string): string {
  const bare = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (bare.length === character.length) return bare;
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
