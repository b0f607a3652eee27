import { unsupportedEvent } from '../errors.ts';
import type { Integration } from '../integration.ts';
import { bold, counted, globalTime, paragraphs, plain, quote } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'typeform';
const RESPONSE = 'form_response';

export const typeform: Integration = {
  name: NAME,
  displayName: 'Typeform',
  events: [RESPONSE],
  options: [],
  signature: signedIn('Typeform-Signature', 'sha256=', { encoding: 'base64' }),
  about: 'Posts responses to forms with the questions and their answers.',
  setup: 'In the form choose Connect, then Webhooks. Add one with the address, and switch it on.',
  compose: ({ payload }) => {
    const event = payload.text('event_type');
    if (event !== RESPONSE) throw unsupportedEvent(NAME, event);
    const response = payload.object(RESPONSE);
    const title = response.textIf('definition.title') ?? response.text('form_id');
    const at = globalTime(response.textIf('submitted_at'));
    return [
      {
        event,
        topic: title,
        content: paragraphs(
          `Someone answered ${bold(title)}${at === '' ? '' : ` at ${at}`}.`,
          ...answersOf(response),
        ),
      },
    ];
  },
};

/** Answers that a message has. */
const MAX_ANSWERS = 20;

function answersOf(response: PayloadObject): string[] {
  const questions = new Map(
    (response.listIf('definition.fields') ?? []).map((field) => [
      field.textIf('id'),
      field.textIf('title') ?? '',
    ]),
  );
  const answers = response.listIf('answers') ?? [];
  const texts = answers.slice(0, MAX_ANSWERS).map((answer) => {
    const question = questions.get(answer.textIf('field.id')) ?? '';
    return paragraphs(question === '' ? '' : plain(question), quote(answerText(answer)));
  });
  const rest = answers.length - texts.length;
  return rest > 0 ? [...texts, `and ${counted(rest, 'more answer')}`] : texts;
}

/** An answer has its value under the name of its type. */
function answerText(answer: PayloadObject): string {
  const type = answer.textIf('type') ?? 'text';
  switch (type) {
    case 'choice':
      return answer.textIf('choice.label') ?? answer.textIf('choice.other') ?? '';
    case 'choices':
      return [...answer.textsIf('choices.labels'), answer.textIf('choices.other') ?? '']
        .filter((label) => label !== '')
        .join(', ');
    case 'boolean':
      return answer.flag('boolean') ? 'yes' : 'no';
    case 'payment':
      return `paid ${answer.textIf('payment.amount') ?? ''}`.trim();
    default:
      return answer.textIf(type) ?? '';
  }
}
