import { isTooDeep } from '@parley/contract/json-text.ts';
import { ApiError } from '../../engine/api-error.ts';
import { readForm, type Payload } from '../../http/fields.ts';
import { truncatedContent } from '../messages/text.ts';
import { invalidJson } from './errors.ts';
import { PayloadObject } from './payload-object.ts';

/** Deeper than any payload of a service; a deeper one could overflow the stack. */
const MAX_DEPTH = 100;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Reads the JSON object in the body of a request, in the field `payload` of a form, or in the query. */
export function readPayload(
  body: Payload | undefined,
  inQuery: string | undefined,
): { readonly payload: PayloadObject; readonly source: string } {
  const source = sourceOf(body, inQuery);
  if (isTooDeep(source, MAX_DEPTH)) throw invalidJson();
  let value: unknown;
  try {
    value = JSON.parse(source, storable);
  } catch {
    throw invalidJson();
  }
  return { payload: new PayloadObject(value), source };
}

function sourceOf(body: Payload | undefined, inQuery: string | undefined): string {
  const text = textOf(body?.bytes ?? Buffer.alloc(0));
  if (body?.type === FORM_TYPE || (text.trim() === '' && inQuery !== undefined)) {
    const field = readForm(text).get('payload') ?? inQuery;
    if (field === undefined)
      throw new ApiError('REQUEST_VARIABLE_MISSING', "The form field 'payload' is missing.", {
        extra: { var_name: 'payload' },
      });
    return field;
  }
  return text;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidJson();
  }
}

/** Texts without the characters that PostgreSQL cannot store, and no longer than a message: converters get no others. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? truncatedContent(storableText(value)) : value;
}

export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
