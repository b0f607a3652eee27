import { curlExample } from '../examples/curl.ts';
import { pythonExample } from '../examples/python.ts';
import { sdkExample } from '../examples/sdk.ts';
import type { Example } from '../examples/value.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { codeBlock } from './parts.ts';

const LANGUAGES = [
  { id: 'curl', title: 'curl', language: 'curl', write: curlExample },
  { id: 'sdk', title: 'TypeScript', language: 'typescript', write: sdkExample },
  { id: 'python', title: 'Python', language: 'python', write: pythonExample },
] as const;

/** The request in every language, one per tab; a service that calls a webhook needs none of them. */
export function exampleTabs(example: Example): Html {
  const languages = example.endpoint.takesPayload === true ? LANGUAGES.slice(0, 1) : LANGUAGES;
  return html`<fieldset class="tabs">
    <legend>Example</legend>
    ${languages.map(
      ({ id, title }, index) =>
        html`<input
            type="radio"
            name="language"
            id="in-${id}"
            value="${id}"
            ${index === 0 ? CHECKED : ''}
          /><label for="in-${id}">${title}</label> `,
    )}<button class="copy" type="button" hidden>Copy</button> ${languages.map(
      ({ id, title, language, write }) =>
        html`<div class="tab of-${id}">${codeBlock(write(example), language, `Example in ${title}`)}</div> `,
    )}
  </fieldset>`;
}

const CHECKED = html` checked`;
