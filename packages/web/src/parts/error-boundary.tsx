import { Component, createElement, type ComponentType, type ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  /** Takes the place of children that threw; `onRetry` renders them again. */
  readonly fallback: ComponentType<{ readonly onRetry: () => void }>;
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
    const { fallback, children } = this.props;
    return this.state.hasFailed ? createElement(fallback, { onRetry: this.#retry }) : children;
  }

  readonly #retry = (): void => {
    this.setState({ hasFailed: false });
  };
}
