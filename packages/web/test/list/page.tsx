import '../../src/style/index.css';
import '../../src/style/formulas.css';
import './page.css';
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { Place } from '../../src/data/address/place.ts';
import { createCell } from '../../src/data/cell.ts';
import { createDispatcher } from '../../src/keys/dispatcher.ts';
import { DispatcherContext } from '../../src/keys/use-command.ts';
import { MessageList } from '../../src/list/message-list.tsx';
import { ChatProvider } from '../../src/screen/chat-provider.tsx';
import { followAnchor } from './anchor-run.ts';
import { checkContent, checkForeign } from './content-run.ts';
import { scrollThrough } from './scroll-run.ts';
import { createScene, type Scene } from './scenes.ts';
import { createWorld, type ListWorld } from './world.ts';

const dispatcher = createDispatcher(() => 0);
let root: Root | undefined;

function Page({ world }: { readonly world: Scene }): ReactElement {
  return (
    <DispatcherContext value={dispatcher}>
      <ChatProvider
        screen={{
          chat: world.chat,
          place: createCell<Place>({ view: 'inbox' }),
          go: () => undefined,
          addressOf: () => '#',
          logOut: () => Promise.resolve(),
        }}
      >
        <main className="main">
          <MessageList window={world.window} label="eng › list" />
        </main>
      </ChatProvider>
    </DispatcherContext>
  );
}

/** Shows a new list in an empty page. */
function show(total: number, opensAt: number | undefined): ListWorld {
  root?.unmount();
  root = createRoot(document.querySelector('#app') as Element);
  const world = createWorld(total, opensAt);
  root.render(<Page world={world} />);
  return world;
}

function showScene(name: string): void {
  root?.unmount();
  root = createRoot(document.querySelector('#app') as Element);
  root.render(<Page world={createScene(name)} />);
}

Object.assign(globalThis, {
  followAnchor: (seed: number, steps: number) => followAnchor(show, seed, steps),
  scrollThrough: (total: number, step: number) => scrollThrough(show, total, step),
  checkContent: () => checkContent(showScene),
  checkForeign: () => checkForeign(showScene),
  show,
  showScene,
  dispatcher,
});
