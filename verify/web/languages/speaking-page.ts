import type { Page } from 'playwright-core';
import type { Speech } from './speech.ts';

/** Methods whose first argument is a text of the page. */
const BY_TEXT = new Set(['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText']);
/** Methods with a text among their options. */
const BY_OPTION = new Set(['getByRole', 'filter', 'selectOption']);
const TEXT_OPTIONS = new Set(['name', 'hasText', 'hasNotText']);

/** The page for steps that are written for English: what they look for is looked for in the language of the page. */
export function speakingPage(page: Page, speech: Speech): Page {
  return speech.code === 'en' ? page : speaking(page, speech);
}

function speaking<T extends object>(target: T, speech: Speech): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, object, argumentsOf(String(name), given, speech));
        return isLocator(result) ? speaking(result, speech) : result;
      };
    },
  });
}

function argumentsOf(method: string, given: unknown[], speech: Speech): unknown[] {
  const [first, ...rest] = given;
  if (BY_TEXT.has(method)) return [speech.finding(first as string | RegExp, isExact(rest[0])), ...rest];
  if (!BY_OPTION.has(method)) return given;
  return given.map((part) => (isPlainObject(part) ? optionsOf(part, speech) : part));
}

function optionsOf(options: object, speech: Speech): object {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]: [string, unknown]) => {
      if (name === 'label') return [name, speech.say(String(value))];
      const isText = TEXT_OPTIONS.has(name) && (typeof value === 'string' || value instanceof RegExp);
      return [name, isText ? speech.finding(value, isExact(options)) : value];
    }),
  );
}

function isExact(options: unknown): boolean {
  return isPlainObject(options) && 'exact' in options && options.exact === true;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isLocator(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'getByRole' in value && 'filter' in value;
}
