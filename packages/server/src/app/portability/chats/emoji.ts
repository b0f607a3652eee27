import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits } from '@parley/contract/limits.ts';
import { emojiCode, namesOfEmoji } from '@parley/markdown/emoji';
import { raiseVocabularyVersion } from '../../../chat/messages/rendering/vocabulary.ts';
import { q } from '../../../engine/db/sql.ts';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../../engine/files/private.ts';
import { spoolDirectory } from '../../../engine/files/store.ts';
import { shareOf, type Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { keysOf, listEmoji, pictureUrl } from '../../../organization/emoji/rows.ts';
import { endAllQueues } from './end-queues.ts';
import type { ChatArchive, ImportedEmoji, Reaction } from './form.ts';
import { noteImported } from './imported.ts';
import type { ImportReport } from './report.ts';

export type FoundEmoji = { readonly type: string; readonly code: string; readonly name: string };

export type StoredEmoji = {
  find(emoji: Reaction['emoji']): FoundEmoji | undefined;
  /** Addresses of pictures by name, for rendering. */
  readonly pictures: Readonly<Record<string, string>>;
};

type Importing = {
  readonly world: World;
  readonly actor: Actor;
  readonly archive: Pick<ChatArchive, 'origin' | 'emoji' | 'openFile'>;
  readonly importId: number;
  readonly report: ImportReport;
};

/** Stores the custom emoji of the archive that the organization does not have. */
export async function importEmoji(importing: Importing): Promise<StoredEmoji> {
  const { world, actor, archive, report } = importing;
  const realmId = actor.realm.id;
  const before = await listEmoji(world.pool, realmId);
  const names = new Set(before.filter((row) => !row.is_deactivated).map(({ name }) => name));
  const waiting: StoredPictures[] = [];
  let room = limits.customEmoji - before.length;
  for (const emoji of archive.emoji) {
    const name = nameOf(emoji);
    if (names.has(name)) continue;
    const stored = name === '' || room <= 0 ? undefined : await storePictures(importing, emoji, name);
    if (stored === undefined) report.skip('custom emoji without a picture that can be read');
    else {
      waiting.push({ key: emoji.key, ...stored });
      names.add(name);
      room -= 1;
    }
    if (waiting.length >= GROUP) await addEmoji(importing, waiting.splice(0));
  }
  await addEmoji(importing, waiting);
  return lookup(world, realmId);
}

async function lookup({ pool }: World, realmId: number): Promise<StoredEmoji> {
  const rows = (await listEmoji(pool, realmId)).filter((row) => !row.is_deactivated);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return {
    pictures: Object.fromEntries(rows.map((row) => [row.name, pictureUrl(row)])),
    find: (emoji) => {
      const code = 'code' in emoji ? emoji.code : emojiCode(emoji.name);
      const custom = 'name' in emoji ? byName.get(cleanName(emoji.name)) : undefined;
      if (custom !== undefined) return { type: 'realm_emoji', code: String(custom.id), name: custom.name };
      const [name] = code === undefined ? [] : namesOfEmoji(code);
      return code === undefined || name === undefined ? undefined : { type: 'unicode_emoji', code, name };
    },
  };
}

function nameOf({ name }: ImportedEmoji): string {
  const clean = cleanName(name).slice(0, limits.customEmojiNameLength);
  return /[0-9a-z]$/.test(clean) ? clean : '';
}

function cleanName(name: string): string {
  return name.toLowerCase().replaceAll(/[^0-9a-z_-]/g, '_');
}

type StoredPictures = {
  readonly key: string;
  readonly name: string;
  readonly file: string;
  readonly is_animated: boolean;
};

/** Rows of pictures that are stored, in one transaction: it ends all queues. */
async function addEmoji(
  { world, actor, archive, importId, report }: Importing,
  emoji: readonly StoredPictures[],
): Promise<void> {
  if (emoji.length === 0) return;
  await world.write(actor.realm.id, async (tx) => {
    const rows = await tx.all(
      q
        .insertInto('custom_emoji')
        .values(
          emoji.map(({ name, file, is_animated }) => ({
            realm_id: tx.realmId,
            author_id: null,
            name,
            file,
            is_animated,
          })),
        )
        .returning(['id', 'name']),
    );
    const keys = new Map(emoji.map(({ key, name }) => [name, key]));
    await noteImported(
      tx,
      { origin: archive.origin, importId },
      'emoji',
      new Map(rows.map(({ id, name }) => [keys.get(name) ?? '', id])),
    );
    await raiseVocabularyVersion(tx, 'emoji');
    await endAllQueues(tx);
  });
  report.take('custom emoji', emoji.length);
}

const SHAPE = { width: 64, height: 64, fit: 'cover' } as const;
/** Emoji of one transaction. */
const GROUP = 100;
const MAX_BYTES = 1024 * 1024;

async function storePictures(
  { world, actor, archive }: Importing,
  { picture }: ImportedEmoji,
  name: string,
): Promise<Omit<StoredPictures, 'key'> | undefined> {
  const content = await archive.openFile(picture).catch(() => undefined);
  if (content === undefined) return undefined;
  const spool = spoolDirectory(world.config.files);
  await mkdir(spool, PRIVATE_DIRECTORY);
  const draft = path.join(spool, `emoji-${randomBytes(12).toString('hex')}`);
  try {
    await pipeline(content, createWriteStream(draft, { mode: PRIVATE_FILE_MODE }));
    const made = await world.pictures.make(shareOf(actor), draft, [
      { ...SHAPE, format: 'png', animated: false },
      { ...SHAPE, format: 'webp', animated: true },
    ]);
    const [still, moving] = made?.copies ?? [];
    if (made === undefined || still === undefined || moving === undefined || moving.length > MAX_BYTES)
      return undefined;
    const emoji = { name, file: randomBytes(16).toString('hex'), is_animated: made.frames > 1 };
    const copies = emoji.is_animated ? [moving, still] : [still];
    for (const [n, target] of keysOf({ ...emoji, realm_id: actor.realm.id }).entries())
      await world.files.put(target, copies[n] ?? still);
    return emoji;
  } catch {
    return undefined;
  } finally {
    await rm(draft, { force: true });
  }
}
