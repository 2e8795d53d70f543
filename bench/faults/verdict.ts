/** The result of a fault run: observations and violations. */

export interface Verdict {
  readonly seen: string
  /** Empty if everything held. */
  readonly violations: readonly string[]
  /** Why nothing was tried, where a program that the run needs is missing. */
  readonly notRun?: string
}

/** A run that tried nothing has shown nothing: it did not hold. */
export const notRun = (reason: string): Verdict => ({ seen: '', violations: [], notRun: reason })

const wordOf = ({ violations, notRun: reason }: Verdict): string => {
  if (reason !== undefined) return 'NOT RUN'
  return violations.length === 0 ? 'held' : 'VIOLATED'
}

/** What is printed of a run: one line, and one for each violation. */
export const linesOf = ({ name, row }: FaultRun, verdict: Verdict, seconds: number): string[] => [
  `${wordOf(verdict).padEnd(8)}  ${name} (threats row ${row}, ${seconds} s): ${verdict.notRun ?? verdict.seen}`,
  ...[...new Set(verdict.violations)].map((violation) => `          ${violation}`),
]

/** A run that could not run is a failure to whoever named it. */
export const isFailure = ({ violations, notRun: reason }: Verdict, wasNamed: boolean): boolean =>
  violations.length > 0 || (reason !== undefined && wasNamed)

export interface FaultRun {
  readonly name: string
  /** The row of docs/spec/threats.md. */
  readonly row: number
  /** With the number of the command line, where it can take longer than it has to: of seconds, or of documents. */
  readonly run: (asked?: number) => Promise<Verdict>
}

/** Collects the violations of a run, each with what was seen. */
export class Findings {
  readonly #violations: string[] = []

  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.#violations.push(otherwise)
  }

  verdict(seen: string): Verdict {
    return { seen, violations: this.#violations }
  }
}
