export { AlertWords } from './alert-words.ts';
export type * from './context.ts';
export type * from './engines.ts';
export { channelPath, encodeFragment, topicPath } from './links/narrow.ts';
export { namesIn, type NamesInText } from './names-in.ts';
export { HtmlTooLongError, render } from './render.ts';
export type * from './result.ts';
export { topicLinks, type TopicLink } from './topic-links.ts';
