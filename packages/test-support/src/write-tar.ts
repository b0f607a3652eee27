import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** An entry of a tar archive. `type` is the sign of the format: `0` for a file, `2` for a link. */
export type TarEntry = { readonly name: string; readonly content: string | Buffer; readonly type?: string };

export type TarWriter = { add(entry: TarEntry): Promise<void>; close(): Promise<void> };

const BLOCK = 512;
const NAME_BYTES = 100;

/** Writes a tar archive, packed with gzip, as a stream; also such as programs do not make. */
export function createTarball(file: string): TarWriter {
  const sink = createGzip({ level: 1 });
  const target = sink.pipe(createWriteStream(file));
  const write = async (bytes: Buffer): Promise<void> => {
    if (!sink.write(bytes)) await new Promise<void>((resolve) => sink.once('drain', () => resolve()));
  };
  const put = async (name: string, bytes: Buffer, type: string): Promise<void> => {
    await write(headerOf(name, bytes.length, type));
    await write(bytes);
    await write(Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK));
  };
  return {
    add: async ({ name, content, type = '0' }) => {
      if (Buffer.byteLength(name) > NAME_BYTES) await put('PaxHeader', attributeOf('path', name), 'x');
      await put(name, Buffer.from(content), type);
    },
    close: async () => {
      sink.end(Buffer.alloc(2 * BLOCK));
      await finished(target);
    },
  };
}

/** A line of attributes begins with its own length. */
function attributeOf(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`);
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

function headerOf(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, NAME_BYTES, 'utf8');
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')} `, 124);
  header.write('00000000000 ', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
