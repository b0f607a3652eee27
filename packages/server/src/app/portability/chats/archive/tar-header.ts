import { CommandError } from '../../../cli/explain.ts';

export type TarHeader = {
  readonly name: string;
  readonly size: number;
  readonly type: 'file' | 'directory' | 'long name' | 'attributes' | 'ignored' | 'other';
};

const TYPES: Readonly<Record<string, TarHeader['type']>> = {
  '0': 'file',
  '\0': 'file',
  '5': 'directory',
  L: 'long name',
  x: 'attributes',
  g: 'ignored',
};

/** The header of an entry, in any of the forms that programs write. */
export function readHeader(block: Buffer): TarHeader {
  const text = (from: number, length: number): string =>
    block.toString('utf8', from, from + length).split('\0')[0] ?? '';
  const sum = Number.parseInt(text(148, 8).trim(), 8);
  const blank = Buffer.from(block).fill(' ', 148, 156);
  if (sum !== blank.reduce((total, byte) => total + byte, 0))
    throw new CommandError('The file is no tar archive, or damaged.');
  const isBinary = block.readUInt8(124) === 0x80;
  const size = isBinary
    ? Number(block.readBigUInt64BE(128))
    : Number.parseInt(text(124, 12).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0)
    throw new CommandError('The archive has an entry without a length.');
  const prefix = text(257, 6) === 'ustar' ? text(345, 155) : '';
  const name = (prefix === '' ? '' : `${prefix}/`) + text(0, 100);
  const type = TYPES[block.toString('latin1', 156, 157)] ?? 'other';
  return { name: name.replace(/^(?:\.\/)+/, ''), size, type };
}
