import { answerQuestions } from '@parley/markdown/worker-pool/program';
import { composeDelivery, type ComposeReply, type RawDelivery } from './compose-delivery.ts';
import { integrationCalled } from './integrations.ts';

/** A delivery to an integration, for the thread that composes messages. */
export type ComposeQuestion = RawDelivery & { readonly integration: string };

answerQuestions(({ integration: name, ...delivery }: ComposeQuestion): ComposeReply => {
  const integration = integrationCalled(name);
  if (integration === undefined) throw new Error(`There is no integration '${name}'`);
  return composeDelivery(integration, delivery);
});
