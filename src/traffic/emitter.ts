/** What undoes a registration; a second call does nothing. */
export interface Disposable {
  dispose(): void;
}

/** Registers a listener, which is called synchronously from then on. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * Tells listeners of something, in the order they came.
 *
 * A listener that throws is reported and harms neither the others nor who fires: recording goes on whatever the
 * screen does. [R15]
 */
export class Emitter<T> {
  readonly #onError: (error: unknown) => void;
  /** Replaced, never changed, so that a listener may be added or removed while others are told. */
  #listeners: readonly ((value: T) => void)[] = [];

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  readonly event: Event<T> = (listener) => {
    // An own function each time, so that the same listener registered twice is two registrations.
    const own = (value: T): void => listener(value);
    this.#listeners = [...this.#listeners, own];
    return {
      dispose: () => {
        this.#listeners = this.#listeners.filter((other) => other !== own);
      },
    };
  };

  /** Costs a call a listener. */
  fire(value: T): void {
    const listeners = this.#listeners;
    for (let index = 0; index < listeners.length; index++) {
      try {
        listeners[index]?.(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
