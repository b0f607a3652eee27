import '../../src/style/index.css';
import type { ReactElement } from 'react';
import { render } from 'vitest-browser-react';
import type { Place } from '../../src/data/address/place.ts';
import { exampleChat, ExampleScreen, type ExampleChat, type ExampleOptions } from './example-chat.tsx';

export type Shown = ExampleChat & {
  /** Places that the component went to. */
  readonly went: readonly Place[];
};

export type ShowOptions = ExampleOptions & { readonly place?: Place };

/** Shows a component with the data layer of the client over a server that answers what the test says. */
export async function show(component: ReactElement, options: ShowOptions = {}): Promise<Shown> {
  const went: Place[] = [];
  const { place = { view: 'inbox' } } = options;
  const example = await exampleChat(options);
  await render(
    <ExampleScreen chat={example.chat} place={place} onGo={(target) => went.push(target)}>
      {component}
    </ExampleScreen>,
  );
  return { ...example, went };
}
