/** Runs checks one after another and skips those that depend on a failed one. */
import { problemOf } from './problem.ts'

export interface Finding {
  readonly name: string
  readonly state: 'good' | 'odd' | 'bad' | 'skipped'
  readonly text: string
  readonly nextStep?: string
}

export type Outcome = Omit<Finding, 'name'>

export interface Check {
  readonly name: string
  readonly look: (signal: AbortSignal) => Promise<Outcome>
}

export const good = (text: string): Outcome => ({ state: 'good', text })
export const odd = (text: string, nextStep: string): Outcome => ({ state: 'odd', text, nextStep })
export const bad = (text: string, nextStep: string): Outcome => ({ state: 'bad', text, nextStep })

const runCheck = async ({ name, look }: Check, signal: AbortSignal): Promise<Finding> => {
  try {
    return { name, ...(await look(signal)) }
  } catch (error) {
    signal.throwIfAborted()
    const problem = problemOf(error)
    if (problem === null) throw error
    return { name, state: 'bad', text: problem.message, nextStep: problem.nextStep }
  }
}

export const runChecks = async (
  checks: readonly Check[],
  signal: AbortSignal,
  report: (finding: Finding) => void,
): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const check of checks) {
    const isHopeless = findings.some(({ state }) => state === 'bad')
    const finding: Finding = isHopeless
      ? { name: check.name, state: 'skipped', text: 'not tried' }
      : await runCheck(check, signal)
    findings.push(finding)
    report(finding)
  }
  return findings
}
