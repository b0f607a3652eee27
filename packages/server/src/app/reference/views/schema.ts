import type { Json, JsonObject } from '@parley/contract/json-schema.ts';
import { isObjectName } from '../catalogue.ts';
import { html, joinHtml, type Html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';

const PREFIX = '#/components/schemas/';

/** The fields of an object; unnamed objects are listed inline. */
export function fieldList(schema: JsonObject, leaveOut: readonly string[] = []): Html {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>);
  const required = (schema['required'] ?? []) as readonly string[];
  const shown = properties.filter(([name]) => !leaveOut.includes(name));
  return html`<ul class="fields">
    ${shown.map(([name, field]) => fieldItem(name, field, required.includes(name)))}
  </ul>`;
}

function fieldItem(name: string, field: JsonObject, isRequired: boolean): Html {
  const doc = field['description'];
  return html`<li>
    <code class="name">${name}</code> <span class="type">${typeWords(field)}</span>${
      isRequired ? '' : html` <span class="mark">optional</span>`
    }${field['deprecated'] === true ? html` <span class="mark">deprecated</span>` : ''}${since(field)}${
      typeof doc === 'string' ? html`<p>${prose(doc)}</p>` : ''
    }${inside(field)}
  </li>`;
}

export function since(field: JsonObject): Html | '' {
  return typeof field['x-since'] === 'number'
    ? html` <span class="mark">since level ${field['x-since']}</span>`
    : '';
}

/** The fields of an unnamed object, also inside lists, maps and unions. */
export function inside(schema: JsonObject): Html | '' {
  if ('$ref' in schema) return '';
  if ('properties' in schema) return fieldList(schema);
  for (const part of [schema['items'], schema['additionalProperties']])
    if (isSchema(part)) return inside(part);
  const options = optionsOf(schema)
    .map(inside)
    .filter((piece) => piece !== '');
  return options.length === 0 ? '' : html`${options}`;
}

/** A short description of a type. */
export function typeWords(schema: JsonObject): Html {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return referenceLink(reference.slice(PREFIX.length));
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  const words = schema['enum'] ?? schema['x-known'];
  if (Array.isArray(words))
    return joinHtml(
      words.map((word: Json) => html`<code>${JSON.stringify(word)}</code>`),
      ' or ',
    );
  // The first part is the object; the others refine its fields.
  const [whole] = (schema['allOf'] ?? []) as readonly JsonObject[];
  if (whole !== undefined) return typeWords(whole);
  const options = optionsOf(schema);
  if (options.length > 0) return distinct(options.map(typeWords));
  const type = schema['type'];
  if (Array.isArray(type))
    return joinHtml(
      type.map((name) => html`${typeof name === 'string' ? name : ''}`),
      ' or ',
    );
  if (type === 'array') return listWords(schema);
  if (type === 'object' && isSchema(schema['additionalProperties']))
    return html`map of ${plural(schema['additionalProperties'])}`;
  return html`${typeof type === 'string' ? type : 'any JSON'}${bounds(schema)}`;
}

function listWords(schema: JsonObject): Html {
  const first = schema['prefixItems'];
  if (Array.isArray(first))
    return html`[${joinHtml(
      first.map((item: Json) => typeWords(item as JsonObject)),
      ', ',
    )}]`;
  const { items, maxItems } = schema;
  const count = typeof maxItems === 'number' ? `up to ${maxItems} ` : '';
  return isSchema(items) ? html`list of ${count}${plural(items)}` : html`list`;
}

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  object: 'objects',
};

function plural(schema: JsonObject): Html {
  const words = typeWords(schema);
  return html`${PLURALS[words.text] ?? words}`;
}

function bounds({ maxLength, minimum, maximum }: JsonObject): string {
  if (typeof maxLength === 'number') return `, at most ${maxLength} characters`;
  if (typeof minimum === 'number' && typeof maximum === 'number') return `, ${minimum} to ${maximum}`;
  if (typeof minimum === 'number') return `, at least ${minimum}`;
  return '';
}

/** Removes duplicates, because different unnamed objects have the same description. */
function distinct(options: readonly Html[]): Html {
  return joinHtml([...new Map(options.map((option) => [option.text, option])).values()], ' or ');
}

function optionsOf(schema: JsonObject): readonly JsonObject[] {
  const options = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  return Array.isArray(options) ? (options as readonly JsonObject[]) : [];
}

function isSchema(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}

function referenceLink(name: string): Html {
  if (name === 'Event') return html`<a href="/api/events">Event</a>`;
  return isObjectName(name) ? html`<a href="/api/objects/${name}">${name}</a>` : html`${name}`;
}
