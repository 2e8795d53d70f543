/**
 * What a failing test tells beside its error: its stores, clocks and seeds, what its servers logged meanwhile, and a
 * picture of each page. Servers and browsers of the tests add a witness; `npm test` asks them after a failed test
 * (scripts/tests/tell-failures.ts). A file that is run without it tells nothing.
 */
export interface Witness {
  /** A test begins: what happens from now on belongs to it. */
  begin?(): void
  /** Lines about the test that failed; `folder` is for what is no text. */
  tell(folder: string): Promise<readonly string[]> | readonly string[]
}

const witnesses = new Set<Witness>()

/** Returns how to dismiss it. */
export const addWitness = (witness: Witness): (() => void) => {
  witnesses.add(witness)
  return () => void witnesses.delete(witness)
}

export const beginTest = (): void => {
  for (const witness of witnesses) witness.begin?.()
}

/** A witness that cannot tell, such as a browser that is gone, keeps no other from it. */
export const askWitnesses = async (folder: string): Promise<string[]> => {
  const told: string[] = []
  for (const witness of witnesses) {
    try {
      told.push(...(await witness.tell(folder)))
    } catch (error) {
      told.push(`It cannot be told: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  return told
}

const MAX_LINES = 60

/** The lines of a log since the test began, the last ones where there are many. */
export class LogWitness {
  #from = 0
  readonly #lines: () => readonly string[]

  constructor(lines: () => readonly string[]) {
    this.#lines = lines
  }

  begin(): void {
    this.#from = this.#lines().length
  }

  lines(): string[] {
    const lines = this.#lines()
      .slice(this.#from)
      .map((line) => line.trimEnd())
    const shown = lines.slice(-MAX_LINES)
    return [`It logged ${lines.length} lines${shown.length < lines.length ? ', the last of them' : ''}:`, ...shown]
  }
}
