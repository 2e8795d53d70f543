/**
 * Runs bounded fault and load tests, each a row of docs/spec/threats.md: `npm run faults`, or `npm run faults --
 * <name> …` for some; a number is how many seconds a search goes on, or how often processes are killed. Each prints its observations and whether everything held. One whose programs are missing prints NOT
 * RUN and why. The exit code is 1 if something did not hold, or if a run that was named could not run.
 */
import { carry } from './carry.ts'
import { clock } from './clock.ts'
import { costlyDocuments } from './costly-documents.ts'
import { diskFull } from './disk-full.ts'
import { diskSync } from './disk-sync.ts'
import { documents } from './documents.ts'
import { documentsBesideOthers } from './documents-beside-others.ts'
import { drain } from './drain.ts'
import { expiredTokens } from './expired-tokens.ts'
import { failover } from './failover.ts'
import { fairSharesOnPostgres, fairSharesOnSqlite } from './fair-shares.ts'
import { halfSentBodies } from './half-sent-bodies.ts'
import { killOnPostgres, killOnSqlite } from './kill.ts'
import { noisyOperator } from './noisy-operator.ts'
import { overload } from './overload.ts'
import { pgbouncer } from './pgbouncer.ts'
import { postgresFrozen, postgresRestart } from './postgres-outage.ts'
import { revocations } from './revocations.ts'
import { slowConnections } from './slow-connections.ts'
import { strangers } from './strangers.ts'
import { unreadAnswers } from './unread-answers.ts'
import { type FaultRun, isFailure, linesOf } from './verdict.ts'
import { webhooksOnPostgres, webhooksOnSqlite } from './webhooks.ts'

const RUNS: readonly FaultRun[] = [
  killOnSqlite,
  killOnPostgres,
  postgresRestart,
  postgresFrozen,
  failover,
  pgbouncer,
  diskFull,
  diskSync,
  clock,
  drain,
  slowConnections,
  halfSentBodies,
  unreadAnswers,
  overload,
  noisyOperator,
  strangers,
  revocations,
  costlyDocuments,
  documentsBesideOthers,
  fairSharesOnPostgres,
  fairSharesOnSqlite,
  expiredTokens,
  documents,
  carry,
  webhooksOnSqlite,
  webhooksOnPostgres,
]

const args = process.argv.slice(2)
const askedNumber = args.map(Number).find((number) => number > 0)
const asked = args.filter((text) => !(Number(text) > 0))
const unknown = asked.find((text) => !RUNS.some(({ name }) => name.startsWith(text)))
if (unknown !== undefined) {
  process.stderr.write(`There is no run named ${unknown}. There are: ${RUNS.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}

for (const each of RUNS) {
  if (asked.length > 0 && !asked.some((text) => each.name.startsWith(text))) continue
  const startedAt = performance.now()
  const verdict = await each.run(askedNumber)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stdout.write(`${linesOf(each, verdict, seconds).join('\n')}\n`)
  if (isFailure(verdict, asked.length > 0)) process.exitCode = 1
}
