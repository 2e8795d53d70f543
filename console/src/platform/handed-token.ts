/**
 * The access token that Connect just made goes along to the explorer, which is another document: by this tab's own
 * storage, written when the link is followed and emptied as the explorer opens.
 */
const KEY = 'airside-handed-token'
const EXPLORER = 'a[href="/console/explorer/"]'

let held: string | null = null

/** Another tab would not get it, and it would stay behind in this one. */
const isFollowedHere = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

const handOver = (event: MouseEvent): void => {
  const { target } = event
  const isToExplorer = target instanceof Element && target.closest(EXPLORER) !== null
  if (held !== null && isToExplorer && isFollowedHere(event)) sessionStorage.setItem(KEY, held)
}

/** Until this document is left. */
export const holdToken = (token: string): void => {
  if (held === null) document.addEventListener('click', handOver, true)
  held = token
}

/** Once: whoever reloads the explorer pastes a token, or exchanges another. */
export const takeHandedToken = (): string | null => {
  const token = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return token
}
