/** What the doctor has to say about one thing. */
export type Finding = {
  readonly mark: 'good' | 'advice' | 'bad';
  readonly what: string;
  readonly found: string;
  readonly todo: string;
};

export function good(what: string, found: string): Finding {
  return { mark: 'good', what, found, todo: '' };
}

export function advice(what: string, found: string, todo: string): Finding {
  return {
    mark: 'advice',
    what,
    found,
    todo,
  };
}

export function bad(what: string, found: string, todo: string): Finding {
  return {
    mark: 'bad',
    what,
    found,
    todo,
  };
}
