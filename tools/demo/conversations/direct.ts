import type { Conversation } from './conversation.ts';

export const directConversations: readonly Conversation[] = [
  {
    among: ['Iris', 'Mateo'],
    from: '-6 11:10',
    lines: [
      ['Mateo', 'Do you have ten minutes for the offer before I answer?'],
      ['Iris', 'At two. Bring the drawing with the ugly flange.'],
      ['Mateo', 'It has become uglier.', 'Iris joy'],
      ['Iris', 'Then I bring biscuits.'],
      ['Mateo', 'The harbour company called back. They want *two* plaques. I said you would decide.'],
    ],
  },
  {
    among: ['Amara', 'Priya'],
    from: '-20 5:40',
    lines: [
      ['Priya', 'I think we have a nova candidate. Am I seeing things?'],
      ['Amara', 'Send me the frame before you send it to anybody else.'],
      ['Priya', 'It is in the folder of tonight, number 41.'],
      ['Amara', 'You are not seeing things. Write it down, with the time.', 'Priya heart'],
    ],
  },
  {
    among: ['Iris', 'Amara', 'Leila'],
    from: '-27 16:20',
    lines: [
      ['Leila', 'May I take the week after the open house off?'],
      ['Amara', 'Fine with me. Kenji takes your nights.'],
      ['Iris', 'Enjoy it! Where to?'],
      ['Leila', 'Somewhere with clouds.', 'Amara joy, Iris joy'],
    ],
  },
  {
    among: ['Jonas', 'Kenji'],
    from: '-46 18:05',
    lines: [
      ['Jonas', 'Is the blue box still in your car?'],
      ['Kenji', 'It lives there now. I bring it at nine.'],
    ],
  },
];
