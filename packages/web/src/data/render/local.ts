import type { State } from '@parley/client';
import type { Engines, NamesInText, RenderResult } from '@parley/markdown';
import type { Cell } from '../cell.ts';
import type { LocalRenderer } from '../chat.ts';
import type { RenderFacts } from './context.ts';
import { sentContent } from '../outbox/sent-content.ts';

type Loaded = typeof import('./markdown.ts');

/** The renderer of the server, loaded on demand, with names from the local state. */
export function localRenderer(state: Cell<State>, facts: RenderFacts): LocalRenderer {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  const engines: LoadedEngines = {};
  const load = async (): Promise<Loaded> => {
    loading ??= import('./markdown.ts');
    loaded = await loading;
    return loaded;
  };
  const namesOf = (markdown: Loaded, content: string): NamesInText =>
    markdown.namesIn(content, state.get().realm_url?.replace(/\/$/, ''));
  const renderWith = (markdown: Loaded, content: string): RenderResult =>
    markdown.render(content, markdown.renderContext(state.get(), namesOf(markdown, content), facts), engines);
  /** Facts that a text needs and that are not known; undefined if it needs none. */
  const unknownIn = (markdown: Loaded, content: string) => {
    const names = namesOf(markdown, content);
    const channels = markdown.channelsOfTopics(state.get(), names);
    const channelIds = channels.filter((id) => facts.topicsOf(id) === undefined);
    const paths = names.uploadPaths.filter((path) => facts.uploadOf(path) === undefined);
    return channelIds.length === 0 && paths.length === 0 ? undefined : { channelIds, paths };
  };
  const complete = async (content: string): Promise<string> => {
    const markdown = await load();
    const wanted = unknownIn(markdown, content);
    if (wanted !== undefined) await facts.load(wanted.channelIds, wanted.paths).catch(() => undefined);
    for (;;) {
      const { html, missing } = renderWith(markdown, content);
      const [name] = missing;
      if (name === undefined) return html;
      await loadEngine(engines, name);
    }
  };
  return {
    load: async () => {
      await load();
    },
    complete: (text) => complete(sentContent(text)),
    render: (text, onReady) => {
      const content = sentContent(text);
      const result = loaded === undefined ? undefined : renderWith(loaded, content);
      const isWhole =
        loaded !== undefined && result?.missing.length === 0 && unknownIn(loaded, content) === undefined;
      if (!isWhole) void complete(content).then(onReady, () => undefined);
      return result?.html;
    },
  };
}

/** The engines that the page has loaded so far. */
type LoadedEngines = { -readonly [Name in keyof Engines]: Engines[Name] };

async function loadEngine(engines: LoadedEngines, name: keyof Engines): Promise<void> {
  switch (name) {
    case 'math':
      engines.math = (await import('@parley/markdown/math')).katexMath;
      return;
    case 'highlight':
      engines.highlight = (await import('@parley/markdown/highlight')).highlighting;
      return;
    case 'linkifiers':
      engines.linkifiers = (await import('@parley/markdown/linkifiers')).matchLinkifiers;
  }
}
