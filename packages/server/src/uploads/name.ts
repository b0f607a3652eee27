/** Longer names are cut; file systems and addresses have their limits. */
const MAX_NAME = 200;
const MAX_EXTENSION = 20;

/** The name of a file as people see it: what they called it, without what would deceive them. */
export const shownName = (given: string): string => {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
  return cut(/^\.*$/.test(clean) ? UNNAMED : clean);
};

/** The same as the end of an address: letters, digits, dots, dashes and underscores. */
export const addressName = (given: string): string => {
  const plain = shownName(given)
    .normalize('NFKC')
    .replaceAll(/\s+/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '');
  return cut(/^[.-]*$/.test(plain) ? UNNAMED : plain);
};

const UNNAMED = 'file';

/** Keeps the ending, which says what the file is. */
const cut = (name: string): string => {
  const characters = Array.from(name);
  if (characters.length <= MAX_NAME) return name;
  const [ending = ''] = /\.[\p{L}\p{N}]+$/u.exec(name) ?? [];
  const kept = ending.length <= MAX_EXTENSION ? ending : '';
  return characters.slice(0, MAX_NAME - kept.length).join('') + kept;
};
