/** Why `npm test` does not run a test that needs PostgreSQL: the run counts these instead of naming each. */
export const LEFT_TO_ALL = 'left to npm test -- --all'
