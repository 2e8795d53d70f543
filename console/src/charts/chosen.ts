/** Choosing a place of a chart with the pointer or the arrow keys. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** Which place the arrow keys lead to; undefined for any other key. */
const steppedTo = (key: string, at: number | null, last: number): number | undefined => {
  if (key === 'ArrowRight') return Math.min(last, (at ?? -1) + 1)
  if (key === 'ArrowLeft') return Math.max(0, (at ?? last + 1) - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

/** The chosen place, by its start: another period has other places, so that a choice never passes over to it. */
export const useChosen = (places: readonly { readonly from: string }[]) => {
  const [chosenFrom, setChosenFrom] = useState<string | null>(null)
  const found = places.findIndex(({ from }) => from === chosenFrom)
  const at = found === -1 ? null : found
  const choose = (index: number | null) => setChosenFrom(index === null ? null : (places[index]?.from ?? null))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = steppedTo(event.key, at, places.length - 1)
    if (event.key === 'Escape') choose(null)
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    choose(Math.min(places.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * places.length))))
  }
  return { at, onKeyDown, onPointerMove, onPointerLeave: () => choose(null), onBlur: () => choose(null) }
}
