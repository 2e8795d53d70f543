/** The address of sign-in that leads back to the current page. */
export const signInAddress = (): string => `/sign-in/?to=${encodeURIComponent(location.pathname + location.search)}`
