import { buffer } from 'node:stream/consumers';
import { readFile } from '@parley/contract/tools/reading.ts';
import { isSound } from '@parley/contract/json-text.ts';
import { accessFile, noSuchFile } from '../../../chat/uploads/access.ts';
import { badRequest } from '../../../engine/api-error.ts';
import type { ToolAnswer } from '../answer.ts';
import { named, quoted } from '../fence.ts';
import { runs, type ToolCall } from '../tool-call.ts';

const MAX_TEXT_BYTES = 64 * 1024;
const MAX_IMAGE_BYTES = 1024 * 1024;
/** Images that models take. */
const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const TEXTS = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|sql)\b)/;

const read = runs(readFile, async (call, { link }): Promise<ToolAnswer> => {
  const { world, account } = call;
  const pathId = pathOf(call, link);
  if (!isSound(pathId)) throw noSuchFile();
  const file = await accessFile(world.pool, account, pathId);
  const about = `${named(file.name)}, ${file.content_type}, ${file.size} bytes`;
  if (IMAGES.has(file.content_type) && file.size <= MAX_IMAGE_BYTES)
    return {
      data: [about],
      image: {
        data: (await bytesOf(call, file.key, file.size)).toString('base64'),
        mimeType: file.content_type,
      },
    };
  if (!TEXTS.test(file.content_type))
    throw badRequest(`Only texts and images up to 1 MB can be read here. The file is ${about}.`);
  const bytes = await bytesOf(call, file.key, Math.min(file.size, MAX_TEXT_BYTES));
  return {
    data: [about, ...quoted(bytes.toString().replaceAll('\0', ''))],
    next: file.size > MAX_TEXT_BYTES ? 'This is the beginning of the file.' : undefined,
  };
});

/** The path in a link, which may be a whole URL of the organization. */
function pathOf({ url }: ToolCall, link: string): string {
  const path = link.startsWith(`${url}/`) ? link.slice(url.length) : link;
  const found = /^\/?user_uploads\/(?:download\/)?(.+)$/.exec(path)?.[1];
  if (found === undefined) throw badRequest('A link to a file begins with /user_uploads/.');
  try {
    return decodeURIComponent(found);
  } catch {
    throw noSuchFile();
  }
}

async function bytesOf({ world }: ToolCall, key: string, size: number): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0);
  const found = await world.files.get(key, { from: 0, to: size - 1 });
  if (found === undefined) throw noSuchFile();
  return buffer(found.content);
}

export const files = [read];
