// Search in the navigation, a choice of colours and language, copying, and the form that really sends.

const root = document.documentElement;
const kept = (store, name) => {
  try {
    return store.getItem(name) ?? '';
  } catch {
    return '';
  }
};
const keep = (store, name, value) => {
  try {
    store.setItem(name, value);
  } catch {
    // Somebody who lets pages keep nothing can read all the same.
  }
};

// Colours: what the system says, until somebody chooses.
const chosen = kept(localStorage, 'parley-theme');
if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
const isDark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const themeButton = document.querySelector('.theme');
themeButton.hidden = false;
themeButton.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  keep(localStorage, 'parley-theme', root.dataset.theme);
});

// The examples speak of this server.
const EXAMPLE = 'https://chat.example.org';
const ownTexts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
for (let node = ownTexts.nextNode(); node !== null; node = ownTexts.nextNode())
  if (node.data.includes(EXAMPLE) && node.parentElement.closest('.tabs, .origin') !== null)
    node.data = node.data.replaceAll(EXAMPLE, location.origin);

// The language of examples stays chosen from page to page.
const language = document.getElementById(`in-${kept(localStorage, 'parley-language')}`);
if (language !== null) language.checked = true;
for (const input of document.querySelectorAll('.tabs input'))
  input.addEventListener('change', () => keep(localStorage, 'parley-language', input.value));
for (const button of document.querySelectorAll('button.copy')) {
  if (navigator.clipboard === undefined) break;
  button.hidden = false;
  const copy = async () => {
    const shown = [...button.parentElement.querySelectorAll('.tab')].find((tab) => tab.offsetParent !== null);
    await navigator.clipboard.writeText(shown?.innerText.trimEnd() ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  };
  button.addEventListener('click', () => void copy());
}

// Search: the navigation shows what fits while one types; Enter opens the first.
const field = document.querySelector('.search input');
const navigation = document.getElementById('navigation');
const groups = [...navigation.querySelectorAll('details')];
const entries = [...navigation.querySelectorAll('li')].map((item) => ({
  item,
  text: `${item.textContent} ${item.dataset.find ?? ''}`.toLowerCase(),
}));
const wasOpen = new Map(groups.map((group) => [group, group.open]));
const isDeprecated = (item) => item.querySelector('.deprecated') !== null;
// The navigation knows names and synonyms only; this link leads to the search in all texts.
const everything = Object.assign(document.createElement('a'), {
  className: 'everything',
  hidden: true,
});
navigation.append(everything);
const narrow = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { item, text } of entries) item.hidden = !words.every((word) => text.includes(word));
  const hasFound = (part) => part.querySelector('li:not([hidden])') !== null;
  for (const group of groups) {
    group.hidden = !hasFound(group);
    group.open = words.length > 0 ? hasFound(group) : wasOpen.get(group);
  }
  for (const title of navigation.querySelectorAll('h2')) title.hidden = words.length > 0;
  everything.hidden = words.length === 0;
  everything.href = `${field.form.getAttribute('action')}?q=${encodeURIComponent(field.value.trim())}`;
  everything.textContent = hasFound(navigation)
    ? field.form.dataset.everything
    : `No such name. ${field.form.dataset.everything}`;
  navigation.classList.toggle('searching', words.length > 0);
};
field.addEventListener('input', narrow);
field.form.addEventListener('submit', (event) => {
  const found = entries.map(({ item }) => item).filter((item) => !item.hidden);
  const first = found.find((item) => !isDeprecated(item)) ?? found[0];
  if (field.value.trim() === '' || first === undefined) return;
  event.preventDefault();
  location.href = first.querySelector('a').href;
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape' && event.target === field) {
    field.value = '';
    narrow();
    field.blur();
  }
});
navigation.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });

// Try it: credentials stay in this tab only.
for (const box of document.querySelectorAll('.try')) {
  box.hidden = false;
  const form = box.querySelector('form');
  const output = form.querySelector('pre');
  const status = form.querySelector('.status');
  for (const name of [':email', ':key']) {
    const input = form.elements[name];
    if (input === undefined) continue;
    input.value = kept(sessionStorage, `parley${name}`);
    input.addEventListener('change', () => keep(sessionStorage, `parley${name}`, input.value));
  }
  const send = async () => {
    status.textContent = '…';
    try {
      const response = await fetch(...requestOf(form));
      status.textContent = String(response.status);
      status.className = `status s-${String(response.status)[0]}`;
      output.firstChild.textContent = pretty(await response.text());
      output.hidden = false;
    } catch {
      status.textContent = 'no answer';
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
}

const requestOf = (form) => {
  const { method, path } = form.dataset;
  let target = path;
  const fields = new URLSearchParams();
  for (const input of form.querySelectorAll('input[data-travel]')) {
    const { name, value } = input;
    if (value === '') continue;
    if (input.dataset.travel !== 'path') fields.set(name, value);
    else
      target = target
        .replace(`{${name}}`, encodeURIComponent(value))
        .replace(`{${name}*}`, value.split('/').map(encodeURIComponent).join('/'));
  }
  const headers = {};
  const email = form.elements[':email']?.value ?? '';
  if (email !== '') {
    const bytes = new TextEncoder().encode(`${email}:${form.elements[':key'].value}`);
    headers.authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  }
  const url = `/api/v1${target}`;
  const options = { method, headers, credentials: 'omit' };
  if (method === 'GET') return [fields.size === 0 ? url : `${url}?${fields}`, options];
  const file = form.elements[':file']?.files[0];
  if (file === undefined) return [url, { ...options, body: fields }];
  const parts = new FormData();
  for (const [name, value] of fields) parts.set(name, value);
  parts.set('file', file);
  return [url, { ...options, body: parts }];
};

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
