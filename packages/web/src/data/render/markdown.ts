/** The renderer and its view of the state: everything that is loaded when a text is rendered for the first time. */
export { namesIn, render } from '@parley/markdown';
export { channelsOfTopics, renderContext } from './context.ts';
