/** The script of the page where a browser arrives from the portal: it sends what stands in the fragment. */
export const HAND_OVER_SCRIPT = '/assets/hand-over.js'
