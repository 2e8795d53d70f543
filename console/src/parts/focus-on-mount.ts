/** A `ref` that gives the focus to what just appeared, once: the field of a form that was asked for. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
