// The public interface of `@parley/client`. Modules of this repository import the files themselves.
export { applyEvent } from './apply-event.ts';
export { createClient, type Client, type ClientOptions, type Operation, type Operations } from './client.ts';
export { createConnection, type Connection, type ConnectionOptions } from './connection.ts';
export { ApiError, isClientError, NetworkError, type ClientError } from './errors.ts';
export { follow, type FollowOptions, type News, type ResumePoint } from './event-loop.ts';
export { followBatches, type Update } from './event-batches.ts';
export { liveState, type Live, type LiveOptions, type LiveState } from './live-state.ts';
export { logIn, type LoggedIn, type LogInOptions } from './log-in.ts';
export { messageStream, type MessageStreamOptions } from './message-stream.ts';
export { history, type HistoryOptions } from './history.ts';
export { createBot, type Bot, type BotOptions, type BotUser, type Command, type RunOptions } from './bot.ts';
export type { BotMessage } from './bot-message.ts';
export { toMessage, type ChannelMessage, type DirectMessage, type Message } from './message.ts';
export type { Trouble, TroubleOptions } from './trouble.ts';
export type { Progress } from './progress.ts';
export { repeat, type RepeatOptions } from './repeat.ts';
export { replyTo, type ReplyTarget as Place } from './reply-to.ts';
export { sendOnce, type SendOptions } from './send-once.ts';
export { sendStreamed, type Streamed, type StreamedOptions, type StreamedTarget } from './send-streamed.ts';
export { refuseNewAddress, refuseNewPicture, refuseRenaming } from './rights/account-rights.ts';
export { refuseCreatingBot } from './rights/bot-rights.ts';
export { refuseInviting, refuseInvitingAs, refusePasswordLinkFor } from './rights/inviting-rights.ts';
export { maySubscribe, refuseWriting } from './rights/channel-rights.ts';
export { refuseGroupAddition, refuseGroupRemoval } from './rights/group-rights.ts';
export {
  refuseDeleting,
  refuseDeletingTopics,
  refuseEditing,
  refuseMovingToChannel,
  refuseMovingTopics,
  refuseMovingToTopic,
  refuseRenamingTopics,
} from './rights/message-rights.ts';
export { holds } from './rights/own-rights.ts';
export type { State } from './state.ts';
export { upload, type Uploaded, type UploadOptions } from './upload.ts';
export { operations } from '@parley/contract/endpoints.ts';
export type { ArgumentsOf, Endpoint, ResultOf } from '@parley/contract/endpoint.ts';
export type { ErrorCode } from '@parley/contract/errors.ts';
export type { MessageFlag } from '@parley/contract/objects/message.ts';
export type { Refusal } from './rights/refusal.ts';
export type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
export type { WireEvent as ServerEvent } from '@parley/contract/events.ts';
