import { spawnSync } from 'node:child_process';

/** Without a font for emoji a picture shows empty boxes. Undefined: there is one. */
export function missingEmojiFont(): string | undefined {
  const { stdout } = spawnSync('fc-list', [':lang=und-zsye', 'family'], { encoding: 'utf8' });
  if (stdout !== null && stdout.trim() !== '') return undefined;
  return 'Pictures need a font for emoji: install the package fonts-noto-color-emoji.';
}
