/** Lists every command in the order of help. */
import type { Command } from './command.ts'
import { changes } from './commands/changes.ts'
import { clock } from './commands/clock.ts'
import { completionFor } from './commands/completion.ts'
import { doctor } from './commands/doctor.ts'
import { init } from './commands/init.ts'
import { listen } from './commands/listen.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { mcp } from './commands/mcp.ts'
import { profileList } from './commands/profiles.ts'
import { query } from './commands/query.ts'
import { schemaPull } from './commands/schema-pull.ts'
import { scopes } from './commands/scopes.ts'
import { token } from './commands/token.ts'
import { whoami } from './commands/whoami.ts'

const WITHOUT_COMPLETION = [
  login,
  logout,
  profileList,
  whoami,
  token,
  query,
  scopes,
  schemaPull,
  changes,
  listen,
  clock,
  doctor,
  init,
  mcp,
]

/** Completion includes all other commands and itself. */
export const COMMANDS: readonly Command[] = [...WITHOUT_COMPLETION, completionFor(() => COMMANDS)]
