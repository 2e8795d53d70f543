/** How a test begins to say that one failed which it builds on. */
export const NOT_TRIED = 'Not tried, for it builds on a test that failed:'
