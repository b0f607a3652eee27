import '../../src/style/index.css';
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { PhoneBar } from '../../src/views/phone/phone-bar.tsx';
import { Sidebar } from '../../src/views/sidebar/sidebar.tsx';
import { FailedPlace, View } from '../../src/views/view.tsx';
import { loadLanguage } from '../../src/words/language.ts';
import { exampleChat, ExampleScreen } from '../components/example-chat.tsx';
import {
  FETCHING,
  viewScenes,
  waitingScenes,
  type ViewScene,
  type WaitingScene,
} from '../components/view-scenes.ts';

type Shown = ViewScene | WaitingScene;

const scenes = new Map<string, Shown>([
  ...viewScenes().map((scene) => [`${scene.view}, ${scene.viewState}`, scene] as const),
  ...waitingScenes().map((scene) => [scene.name, scene] as const),
]);
let root: Root | undefined;

function Frame({ scene }: { readonly scene: Shown }): ReactElement {
  const fails = 'view' in scene && scene.viewState === 'failed' && !FETCHING.includes(scene.view);
  return (
    <div className={scene.isOffline === true ? 'app is-offline' : 'app'}>
      <Sidebar />
      <main className="main" id="main" tabIndex={-1}>
        {fails ? (
          <>
            <h1 className="sr">Parley</h1>
            <FailedPlace onRetry={() => undefined} />
          </>
        ) : (
          <View />
        )}
        <PhoneBar />
      </main>
    </div>
  );
}

/** Shows a scene in place of the one before. */
async function showScene(name: string): Promise<void> {
  const scene = scenes.get(name);
  if (scene === undefined) throw new Error(`There is no scene ${name}.`);
  root?.unmount();
  root = createRoot(document.querySelector('#app') as Element);
  const { chat } = await exampleChat(scene);
  root.render(
    <ExampleScreen chat={chat} place={scene.place}>
      <Frame scene={scene} />
    </ExampleScreen>,
  );
}

await loadLanguage();
Object.assign(globalThis, { sceneNames: () => [...scenes.keys()], showScene });
