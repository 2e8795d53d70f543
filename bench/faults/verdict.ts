/** The result of a fault run: observations and violations. */

export interface Verdict {
  readonly seen: string
  /** Empty if everything held. */
  readonly violations: readonly string[]
}

export interface FaultRun {
  readonly name: string
  /** The row of docs/spec/threats.md. */
  readonly row: number
  readonly run: () => Promise<Verdict>
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
