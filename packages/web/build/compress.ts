import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:css|html|js|json|map|svg|txt|wasm)$/;
/** Smaller files fit into one packet as they are. */
const MIN_COMPRESSED_BYTES = 1_024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` beside every file that becomes smaller. */
export async function compressAssets(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || entry.parentPath.includes('.vite')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < MIN_COMPRESSED_BYTES) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await writeIfSmaller(`${file}.br`, content, await toBrotli(content, quality));
    await writeIfSmaller(
      `${file}.gz`,
      content,
      await toGzip(content, { level: constants.Z_BEST_COMPRESSION }),
    );
  }
}

async function writeIfSmaller(file: string, content: Buffer, compressed: Buffer): Promise<void> {
  if (compressed.length < content.length) await writeFile(file, compressed);
}
