import { Component, type ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  /** Takes the place of children that threw; `retry` renders them again. */
  readonly fallback: (retry: () => void) => ReactNode;
  /** Another value renders the children again. */
  readonly subject?: unknown;
};

/** Keeps an exception of its children from the rest of the page. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate({ subject }: Props): void {
    if (this.state.hasFailed && subject !== this.props.subject) this.#retry();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.#retry) : this.props.children;
  }

  readonly #retry = (): void => {
    this.setState({ hasFailed: false });
  };
}
