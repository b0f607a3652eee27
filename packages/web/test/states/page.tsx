import '../../src/style/index.css';
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { PhoneBar } from '../../src/views/phone/phone-bar.tsx';
import { Sidebar } from '../../src/views/sidebar/sidebar.tsx';
import { FailedPlace, View } from '../../src/views/view.tsx';
import { exampleChat, ExampleScreen } from '../components/example-chat.tsx';
import { FETCHING, viewScenes, type ViewScene } from '../components/view-scenes.ts';

const scenes = new Map(viewScenes().map((scene) => [`${scene.view}, ${scene.viewState}`, scene]));
let root: Root | undefined;

function Frame({ scene }: { readonly scene: ViewScene }): ReactElement {
  const fails = scene.viewState === 'failed' && !FETCHING.includes(scene.view);
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

Object.assign(globalThis, { sceneNames: () => [...scenes.keys()], showScene });
