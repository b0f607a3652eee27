/** What the doctor has to say about one thing. */
export type Finding = {
  readonly mark: 'good' | 'advice' | 'bad';
  readonly what: string;
  readonly found: string;
  readonly todo: string;
};

export const good = (what: string, found: string): Finding => ({ mark: 'good', what, found, todo: '' });
export const advice = (what: string, found: string, todo: string): Finding => ({
  mark: 'advice',
  what,
  found,
  todo,
});
export const bad = (what: string, found: string, todo: string): Finding => ({
  mark: 'bad',
  what,
  found,
  todo,
});
