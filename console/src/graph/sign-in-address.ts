/** Where to sign in again, with the way back to this very place. */
export const signInAddress = (): string => `/sign-in/?to=${encodeURIComponent(location.pathname + location.search)}`
