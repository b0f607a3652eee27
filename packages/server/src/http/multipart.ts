import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { badRequest } from '../engine/api-error.ts';
import { limitBytes, unreadableBody } from './body.ts';
import { tooManyFields } from './fields.ts';

/** A part of a multipart body. The file of a part must be read before the next part is asked for. */
export type Part =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly field: string; readonly name: string; readonly file: BusboyFileStream };

/** Reads the parts of a multipart body of at most `maxBytes`, in order. An error ends the current part and all others. */
export async function* partsOf(
  request: IncomingMessage,
  limits: NonNullable<BusboyConfig['limits']>,
  maxBytes: number,
): AsyncGenerator<Part, void, undefined> {
  const reader = new PartReader(parserOf(request, limits));
  const stopCounting = limitBytes(request, maxBytes, reader.end);
  const onClose = (): void => {
    if (!request.readableEnded) reader.end(unreadableBody());
  };
  request.on('close', onClose).on('error', reader.end).once('data', reader.noteData);
  request.pipe(reader.parser);
  try {
    for (let part = await reader.next(); part !== undefined; part = await reader.next()) yield part;
  } finally {
    stopCounting();
    request.off('close', onClose).off('error', reader.end);
    // After an error nothing more may reach the parser; the rest of the body is discarded.
    request.unpipe();
  }
}

function parserOf({ headers }: IncomingMessage, limits: BusboyConfig['limits']): BusboyInstance {
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits });
  } catch {
    // The content type names no boundary.
    throw unreadableBody();
  }
}

/** The parts that the parser has found and nobody has taken yet, followed by an error or by the end. */
class PartReader {
  readonly parser: BusboyInstance;
  #found: (Part | Error | undefined)[] = [];
  #wake: () => void = () => {};
  #file: BusboyFileStream | undefined;
  /** An error of a part that is reported after the parts. */
  #partError: Error | undefined;
  #hasData = false;

  constructor(parser: BusboyInstance) {
    this.parser = parser;
    parser.on('field', (name, value, _isNameCut, isValueCut, _coding, type) => {
      const text = type.startsWith('application/json') ? textOfJson(value, isValueCut) : { value };
      if (text === undefined || isReserved(name)) this.#partError = unreadableBody();
      else if (text.value !== undefined) this.#add({ kind: 'field', name, value: text.value });
    });
    parser.on('file', (field, file, name) => {
      this.#addFile(field, name, file);
    });
    parser.on('filesLimit', () => {
      this.#limit(badRequest('Send exactly one file.'));
    });
    parser.on('fieldsLimit', () => {
      this.#limit(tooManyFields());
    });
    parser.on('finish', () => {
      this.end();
    });
    parser.on('error', (error) => {
      // A body without a single byte is an empty form.
      this.end(this.#hasData ? (error as Error) : undefined);
    });
  }

  async next(): Promise<Part | undefined> {
    while (this.#found.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const part = this.#found.shift();
    if (part instanceof Error) throw part;
    return part;
  }

  readonly noteData = (): void => {
    this.#hasData = true;
  };

  /** Ends the parts; with an error, the file that is being read fails with it. */
  readonly end = (error?: Error): void => {
    if (error !== undefined) {
      this.#file?.destroy(error);
      this.#file = undefined;
    }
    this.#add(error ?? this.#partError);
  };

  #addFile(field: string, name: string, file: BusboyFileStream): void {
    // An error of the parser is reported by the file even if nobody reads it.
    file.on('error', (error) => {
      if (error.message.includes('terminated early')) this.#partError = error;
    });
    if (isReserved(field)) {
      file.resume();
      this.#partError = unreadableBody();
      return;
    }
    // The parser waits for the rest of a file that its reader has given up.
    file.on('close', () => {
      if (!file.readableEnded) this.end();
    });
    this.#file = file;
    this.#add({ kind: 'file', field, name, file });
  }

  /** The part before the limit may still be arriving, so that the parser goes on. */
  #limit(error: Error): void {
    this.#partError = error;
    process.nextTick(() => {
      this.#add(error);
    });
  }

  #add(found: Part | Error | undefined): void {
    this.#found.push(found);
    this.#wake();
  }
}

/** Names that every object has are refused. */
function isReserved(name: string): boolean {
  return name in Object.prototype;
}

/** The text of a field that is declared as JSON: only strings have one. Undefined if it is not JSON. */
function textOfJson(json: string, isCut: boolean): { readonly value: string | undefined } | undefined {
  if (isCut) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return { value: typeof value === 'string' ? value : undefined };
  } catch {
    return undefined;
  }
}
