import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../../engine/files/private.ts';
import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { spoolDirectory } from '../../engine/files/store.ts';
import { MailRefusedError, type MailFile } from '../../engine/mail/incoming/incoming-mail.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { truncate } from '../messages/text.ts';
import { uploadUrl } from '../uploads/rows.ts';
import { upload } from '../uploads/upload.ts';

/** The links of more files could exceed the length of a message. */
const MAX_FILES = 10;
const MAX_NAME_LENGTH = 60;

/** Stores the files of an e-mail as files of the user and returns links to them. */
export async function storeFiles(world: World, actor: Actor, files: readonly MailFile[]): Promise<string[]> {
  if (files.length > MAX_FILES)
    throw new MailRefusedError(552, `An e-mail may have at most ${MAX_FILES} files.`);
  const maxBytes = world.config.uploads.maxMiB * 1024 * 1024;
  if (files.some(({ content }) => content.length > maxBytes))
    throw new MailRefusedError(552, `A file may have at most ${world.config.uploads.maxMiB} MiB.`);
  const links: string[] = [];
  for (const file of files) links.push(await storeFile(world, actor, file));
  return links;
}

async function storeFile(world: World, actor: Actor, { name, content }: MailFile): Promise<string> {
  const directory = spoolDirectory(world.config.files);
  await mkdir(directory, PRIVATE_DIRECTORY);
  const local = path.join(directory, randomUUID());
  try {
    await writeFile(local, content, { mode: PRIVATE_FILE_MODE });
    const stored = await upload(world, actor, { name: shortened(name), path: local, size: content.length });
    return `[${stored.name.replaceAll(/[[\]]/g, '')}](${uploadUrl(stored)})`;
  } finally {
    await rm(local, { force: true });
  }
}

/** Keeps the extension of a long name. */
function shortened(name: string): string {
  const extension = path.extname(name).slice(0, MAX_NAME_LENGTH / 2);
  return lengthOf(name) <= MAX_NAME_LENGTH
    ? name
    : Array.from(name)
        .slice(0, MAX_NAME_LENGTH - lengthOf(extension))
        .join('') + extension;
}

/** A message with links at its end. A long text is truncated, so that the links remain. */
export function withLinks(text: string, links: readonly string[]): string {
  const end = links.join('\n');
  if (text === '' || end === '') return text + end;
  const room = limits.messageLength - lengthOf(end) - SEPARATOR.length;
  return truncate(text, room, TRUNCATED_SUFFIX) + SEPARATOR + end;
}

const SEPARATOR = '\n\n';
const TRUNCATED_SUFFIX = '\n[message truncated]';
