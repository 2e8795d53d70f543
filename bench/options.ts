/**
 * The options of the command line: `--port 9100` gives the servers fixed ports, one after another in the order in which
 * they start; `--rounds` and `--seconds` change how often and how long each side is loaded; `--release 0.2.0` names the
 * release that the rows `release-…` compare with.
 */
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: {
    port: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    release: { type: 'string' },
  },
  allowPositionals: true,
  strict: false,
})

const asked = (name: 'port' | 'rounds' | 'seconds', otherwise: number): number => {
  const text = values[name]
  if (text === undefined) return otherwise
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} takes a number above zero, e.g. --${name} 15`)
  return number
}

/** What is to be measured; empty for everything. */
export const ASKED_NAMES: readonly string[] = positionals
/** At least fifteen, so that quartiles mean something; short, so that a burst of other work hits one round, not all. */
export const ROUND_COUNT = asked('rounds', 15)
export const ROUND_SECONDS = asked('seconds', 1)
/** The last release where none is named. */
export const ASKED_RELEASE = values.release

let port = asked('port', 0)

/** 0 lets the system choose. */
export const nextPort = (): number => (port === 0 ? 0 : port++)
