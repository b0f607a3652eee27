import type { Conversation } from './conversation.ts';

export const generalConversations: readonly Conversation[] = [
  {
    channel: 'general',
    topic: 'welcome, Noor',
    from: '-50 9:30',
    lines: [
      [
        'Iris',
        'Please welcome @**Noor van Dijk**, who helps us with the exhibition until spring.',
        'Amara wave, Kenji wave, Jonas wave, Leila wave',
      ],
      ['Noor', 'Thank you! I know nothing about stars, but a lot about lamps.', 'Iris joy'],
      ['Jonas', 'Lamps are small stars. You are hired.', 'Noor heart'],
      ['Amara', 'Come up some night. Bring a jacket, then a second one.'],
      ['Noor', 'Thursday?'],
      ['Amara', 'Thursday. Ten o’clock at the small door.', 'Noor +1'],
    ],
  },
  {
    channel: 'general',
    topic: 'open house',
    from: '-29 10:15',
    lines: [
      [
        'Iris',
        'The open house is on the 28th. Last year there were **340** visitors, and one telescope for all of them.',
      ],
      ['Kenji', 'We could put the small refractor on the terrace.'],
      ['Priya', 'And show the moon on the big screen while they wait.', 'Iris +1, Noor +1'],
      [
        'Noor',
        'I drew a plan of the way through the house:\n\n1. cloakroom and tea\n2. the film (*seven minutes*)\n3. terrace\n4. dome, twelve at a time\n5. out through the shop',
      ],
      ['Iris', 'I like that nobody meets anybody on the stairs.', 'Noor tada'],
      ['Mateo', 'Twelve in the dome is the most. The floor counts too, see #97.'],
      ['Leila', 'Who explains what?'],
      [
        'Iris',
        '| where | who |\n|---|---|\n| door | Iris |\n| film | Noor |\n| terrace | Kenji, Leila |\n| dome | Amara, Mateo |\n| soup | :question: |',
      ],
      ['Jonas', 'Soup is me. Pumpkin, as every year.', 'Iris heart, Amara heart, Kenji yum'],
      ['Leila', '@**all** who has a second ladle?', 'Priya spoon'],
      ['Priya', 'I have three. Do not ask.', 'Leila joy, Jonas joy'],
      ['Iris', 'Then we are complete. Invitations go out on Friday.'],
    ],
  },
  {
    channel: 'general',
    topic: 'cake',
    from: '-23 14:10',
    lines: [
      [
        'Leila',
        'There is lemon cake in the kitchen. Half of it is for the night shift.',
        'Priya heart, Amara heart, Kenji cake',
      ],
      ['Kenji', 'There was lemon cake in the kitchen.', 'Leila scream, Amara joy'],
      ['Amara', 'The night shift has noted the name.'],
      ['Kenji', 'I bake on Wednesday. Please accept an apple cake.', 'Amara +1, Leila +1, Priya +1'],
      ['Priya', '/me accepts the apple cake'],
    ],
  },
  {
    channel: 'general',
    topic: 'new telescope control',
    from: '-44 13:40',
    lines: [
      [
        'Mateo',
        'The new control software runs in the test stand. It starts in 4 seconds instead of 90.',
        'Iris tada, Jonas tada, Leila tada',
      ],
      ['Amara', 'What will be different for us at night?'],
      [
        'Mateo',
        'Three things:\n\n* one window instead of five\n* `stop` is one key, and it is red\n* it asks before it points at the sun',
        'Priya joy, Kenji +1',
      ],
      ['Priya', 'Is there something that we lose?'],
      ['Mateo', 'The sound when it finds a star. I can bring it back.'],
      ['Amara', 'Please bring it back.', 'Priya +1, Leila +1, Kenji +1, Jonas +1'],
      ['Mateo', 'Done. It is `beep.wav`, and it is exactly as ugly as before.', 'Amara tada'],
      ['Iris', 'When do we switch?'],
      [
        'Mateo',
        'Monday morning, with the old one ready to come back. I wrote down how:\n\n```sh\nsystemctl stop control-new\nsystemctl start control-old\n```',
      ],
      ['Iris', 'Good. Then I sleep well on Monday.'],
      ['Jonas', 'I will be there at seven, with coffee.', 'Mateo coffee, Iris coffee'],
    ],
  },
  {
    channel: 'board',
    topic: 'the new mirror',
    from: '-36 15:00',
    lines: [
      ['Mateo', 'The offer for the mirror came: 48,200. With coating 53,900.'],
      ['Iris', 'The foundation gives 30,000 if we find the rest before March.'],
      ['Mateo', 'The open house brought 6,100 last year.'],
      ['Iris', 'Then 17,800 are missing. I write to the harbour company tomorrow.', 'Mateo crossed_fingers'],
      ['Mateo', 'Tell them we can see their ships.', 'Iris joy'],
      ['Iris', 'They would like to see a plaque. I can live with a plaque.'],
    ],
  },
  {
    channel: 'general',
    topic: '',
    from: '-1 8:02',
    lines: [
      ['Jonas', 'Whoever has the key of the workshop: I am in front of it.'],
      ['Kenji', 'Third flower pot from the left.', 'Jonas pray'],
      ['Iris', 'That should perhaps not stand here.', 'Kenji see_no_evil'],
      ['Kenji', 'It is now the *fourth* pot.', 'Jonas joy, Leila joy'],
    ],
  },
];
