/**
 * The only place that turns text into elements. It takes HTML that the server or our renderer wrote: both escape
 * everything and refuse what is not on their list.
 */
const policy = policyOf(globalThis as Page);

/** Elements of a message, outside of the document: nothing is loaded or run before they are inserted. */
export function parseMessageHtml(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html) as string;
  return template.content;
}

type Policy = { readonly createHTML: (html: string) => unknown };

/** The part of the page's global object that the compiler does not know. */
type Page = {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy;
  };
};

function policyOf(page: Page): Policy {
  const rules = { createHTML: (html: string) => html };
  return page.trustedTypes?.createPolicy('parley-html', rules) ?? rules;
}
