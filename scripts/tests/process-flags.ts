/** How a process of tests is started: one that is to compile what they load has the same flags. */
import { NO_CODE_GENERATION } from '../installed.mjs'

/**
 * A flag of V8 that no program of ours has. Node keeps compiled code in a folder by the flags at start, and V8 refuses code
 * of other flags: a server that a test starts sets one later, and would spoil what the tests have in a common folder.
 */
const OWN_CACHE = '--no-flush-bytecode'

export const PROCESS_FLAGS = [NO_CODE_GENERATION, OWN_CACHE]
