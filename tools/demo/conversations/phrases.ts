/** Variants of the texts of everyday conversations, step by step. */
type Steps = readonly (readonly string[])[];

export type Story = {
  /** Topics, with the trouble that starts them. */
  readonly subjects: readonly (readonly [subject: string, trouble: string])[];
  readonly crew: readonly string[];
  readonly steps: Steps;
  readonly emoji: readonly string[];
};

export const WORKSHOP: Story = {
  subjects: [
    ['lamp in the stairs', 'flickers when the dome turns'],
    ['slip ring', 'sparks at azimuth 200'],
    ['north ladder', 'is loose at the third step'],
    ['hand paddle', 'sends every key twice'],
    ['cable chain', 'rubs against the pier'],
    ['door contact', 'says open when it is closed'],
    ['heater of the corrector', 'stays on all day'],
    ['encoder 2', 'loses its zero after a storm'],
    ['rain gutter', 'drips into the cable duct'],
    ['crane remote', 'has no range any more'],
    ['shutter rollers', 'leave black marks'],
    ['dust cap of the finder', 'falls off by itself'],
    ['floor vents', 'whistle in the west wind'],
    ['ladder wagon', 'pulls to the left'],
    ['emergency stop', 'needs two hands'],
    ['red lamps', 'are too bright at the desk'],
    ['camera window', 'fogs up before sunrise'],
    ['balance of the finder', 'is off since the new camera'],
    ['azimuth brake', 'smells warm'],
    ['telephone in the dome', 'rings in the library'],
    ['mouse in the cable duct', 'is back, with family'],
    ['spare fuses', 'are all of the wrong size'],
    ['dew shield', 'touches the cover'],
    ['tool wall', 'misses the 13 mm spanner'],
    ['wind fence', 'bends at 15 m/s'],
    ['clock in the control room', 'is four seconds late'],
    ['gallery railing', 'wants new paint'],
    ['counterweight', 'has wandered two centimetres'],
    ['focuser', 'slips when it points low'],
    ['battery room', 'is warmer than the kitchen'],
  ],
  crew: ['Bram', 'Chen', 'Jonas', 'Mateo', 'Emil', 'Dara'],
  steps: [
    [
      'The {it} {trouble}. I noticed it last night.',
      'Small thing, but: the {it} {trouble}.',
      'Could one of you look? The {it} {trouble}.',
    ],
    [
      'Since when?',
      'Only at night, or always?',
      'I saw that too and thought it was me.',
      'Is it the same as last winter?',
    ],
    [
      'Since Tuesday, as far as I can tell.',
      'Always, but worse when it is cold.',
      'I wrote down the times: 21:10, 23:40 and 4:05.',
      'Hard to say. I put a note on it, so that it is left alone.',
    ],
    [
      'I can take it apart on Thursday.',
      'Let me measure first, then we guess.',
      'There is a spare one in the cellar, second shelf.',
      'Ten minutes and a screwdriver, I think.',
    ],
    [
      'Measured: 0.4 Ω where it should be 0.1.',
      'It was a single screw. One. I have it here.',
      'Cleaned, greased, closed. We will see.',
      'New part is in. The old one goes to the museum shelf.',
    ],
    [
      'Works since yesterday evening, I tried it ten times.',
      'Quiet night, nothing to report.',
      'All good. I wrote it into the book.',
    ],
    ['Thank you!', 'Great, one less.', 'Then we can close this one.'],
  ],
  emoji: ['+1', 'wrench', 'tada', 'eyes', 'pray'],
};

export const PIPELINE_WORK: Story = {
  subjects: [
    ['disk quota', 'will be full in nine days'],
    ['dark frames', 'are older than the camera driver'],
    ['slow star matching', 'takes 40 s per frame'],
    ['time stamps', 'are off by one hour in two files'],
    ['header of the new camera', 'has no gain'],
    ['cosmic rays', 'survive the filter at the edges'],
    ['backup to the harbour', 'ended at 61 %'],
    ['light curve export', 'writes commas into numbers'],
    ['moving objects', 'finds every satellite twice'],
    ['astrometry of wide fields', 'drifts by two pixels'],
    ['queue of the reducer', 'stood still over the weekend'],
    ['plots for the web page', 'have no labels on phones'],
    ['catalogue update', 'doubles the memory'],
    ['unit of the sky brightness', 'changes with the filter'],
    ['old raw frames', 'are on one disk only'],
    ['test data', 'still contains the storm of October'],
  ],
  crew: ['Nour', 'Emil', 'Chen', 'Bram'],
  steps: [
    ['Heads up: {it} {trouble}.', 'I looked into why {it} {trouble}.', '{it} {trouble}. Known?'],
    ['Not known. Do you have a run number?', 'I feared that.', 'Since the last update?'],
    [
      'Run 2031 and everything after it.',
      'It is in the log:\n\n```text\nWARN  reduce: 3 of 212 frames without a solution\n```',
      'Reproduced here with five frames.',
    ],
    [
      'Two lines, I think:\n\n```python\nframes = [frame for frame in frames if frame.solved]\nassert frames, "no frame left"\n```',
      'I would rather fix the cause than the symptom. Give me until Thursday.',
      'We could throw the cache away and see.',
    ],
    ['Tried it on last week: same numbers, half the time.', 'Looks right, I compared 40 stars by hand.'],
    [
      'Merged, with a note in the change log.',
      'It is in the run of tonight.',
      'Done, and there is a test now.',
    ],
    ['Numbers agree. Closing this.', 'Confirmed this morning.'],
  ],
  emoji: ['+1', 'rocket', 'tada', 'eyes', 'bug'],
};

export const NIGHT = {
  crew: ['Dara', 'Priya', 'Amara', 'Kenji', 'Leila'],
  targets: ['M 67', 'the comet', 'SS Cygni', 'M 81', 'T Leonis', 'NGC 2403', 'Jupiter', 'the Leo triplet'],
  steps: [
    ['Open since sunset. First target is {target}.', 'Dome open, flats done, {target} comes first.'],
    ['Seeing {seeing}, some high clouds in the west.', '{seeing} at the zenith. I have seen worse.'],
    ['Thirty frames of {target} so far, all round.', 'Guiding is calm. {target} looks wonderful.'],
    ['{seeing} now. Tea is ready.', 'Better by the hour: {seeing}.', 'Wind drops, {seeing}.'],
    ['A satellite went straight through frame 41.', 'One frame lost to a cloud, the rest is fine.'],
    ['Moon is up. I go over to the bright ones.', 'Dew on the finder, heater is on.'],
    ['Last frame at 4:40. Closing.', 'Clouds from the sea, we close.', 'Closed at sunrise. Good night!'],
    ['Sleep well!', 'Good harvest.', 'I copy the frames in the morning.'],
  ],
} as const;

export const LUNCH = {
  crew: ['Chen', 'Kenji', 'Frieda', 'Bram', 'Maximiliane', 'Jonas'],
  offers: [
    'Canteen at twelve?',
    'Soup today: lentils.',
    'I go to the harbour, who comes?',
    'There is cake from yesterday.',
    'Pizza, if we are four.',
  ],
  answers: [
    'In!',
    'Ten minutes.',
    '👍',
    'Not today, I have visitors.',
    'Save me a seat',
    '🍕',
    'Only for the cake.',
  ],
} as const;
