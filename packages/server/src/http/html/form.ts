import type { Words } from '@parley/contract/words/words.ts';
import { refusalIn } from '../../engine/words/server-words.ts';
import type { HttpResponse } from '../response.ts';
import { htmlDocument } from './document.ts';
import { html, type Html } from './html.ts';

export type Input = {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly isFixed?: boolean;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly hint?: string;
};

export type Form = {
  readonly title: string;
  readonly text: string;
  readonly inputs: readonly Input[];
  readonly button: string;
  /** A button whose script can fill the form in another way. */
  readonly other?: { readonly button: string; readonly script: string } | undefined;
};

/** A page with a form that posts to its own address; the error of the previous submission is shown above it. */
export function formPage(words: Words, form: Form, error?: string): HttpResponse {
  const { title, text, inputs, button, other } = form;
  return htmlDocument(
    words,
    error === undefined ? 200 : 400,
    error === undefined ? title : words.t('Problem: {title}', { title }),
    html`<h1>${title}</h1>
      <p>${text}</p>
      ${
        error === undefined ? undefined : html`<p class="problem" role="alert">${refusalIn(words, error)}</p>`
      }
      <form method="post">
        ${inputs.map(inputOf)}
        <button>${button}</button>
        ${other === undefined ? undefined : html`<button type="button" id="other" hidden>${other.button}</button>`}
      </form>`,
    other?.script,
  );
}

function inputOf(input: Input): Html {
  return html` <label for="${input.name}">${input.label}</label>
    <input
      id="${input.name}"
      name="${input.name}"
      type="${input.type}"
      autocomplete="${input.autocomplete}"
      required${attribute('value', input.value)}${attribute('maxlength', input.maxLength)}${attribute('minlength', input.minLength)}${input.isFixed === true ? html` readonly` : undefined}${input.hint === undefined ? undefined : html` aria-describedby="${input.name}-hint"`}
    />
    ${input.hint === undefined ? undefined : html`<p class="hint" id="${input.name}-hint">${input.hint}</p>`}`;
}

function attribute(name: string, value: string | number | undefined): Html | undefined {
  return value === undefined ? undefined : html` ${name}="${value}"`;
}
