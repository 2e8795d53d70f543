/**
 * The metrics of several workers as those of one service. Counters and histograms are added up, and those of a worker
 * that is gone still count as they were last read, so that no sum ever falls. A gauge is the worker's own and says so by
 * a label.
 */
interface Reading {
  /** Of this worker alone: one that replaces it has another. */
  readonly id: number
  /** As the log and health name it. */
  readonly number: number
  readonly text: string
}

interface Family {
  readonly head: readonly string[]
  readonly isGauge: boolean
  readonly samples: Map<string, number>
}

type Samples = Map<string, number>

const SAMPLE = /^(\S+?)(\{.*\})? (\S+)$/

const labelled = (labels: string | undefined, number: number): string =>
  labels === undefined ? `{worker="${number}"}` : `${labels.slice(0, -1)},worker="${number}"}`

const add = (samples: Samples, key: string, value: number): void =>
  void samples.set(key, (samples.get(key) ?? 0) + value)

export class SummedMetrics {
  /** What each worker that runs counted, when it was last read. */
  readonly #counted = new Map<number, Samples>()
  readonly #countedByGone: Samples = new Map()

  /** Called when a worker is gone. */
  keepOf(id: number): void {
    for (const [key, value] of this.#counted.get(id) ?? []) add(this.#countedByGone, key, value)
    this.#counted.delete(id)
  }

  textOf(readings: readonly Reading[]): string {
    const families = new Map<string, Family>()
    for (const reading of readings) this.#read(reading, families)
    for (const family of families.values()) {
      if (!family.isGauge)
        for (const key of family.samples.keys()) add(family.samples, key, this.#countedByGone.get(key) ?? 0)
    }
    return [...families.values()].flatMap(linesOf).join('')
  }

  #read({ id, number, text }: Reading, families: Map<string, Family>): void {
    const counted: Samples = new Map()
    let family: Family | undefined
    let help = ''
    for (const line of text.split('\n')) {
      const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
      if (kind === 'HELP') help = line
      if (kind === 'TYPE') {
        family = families.get(name) ?? { head: [help, line], isGauge: rest === 'gauge', samples: new Map() }
        families.set(name, family)
      }
      const [, sample = '', labels, value] = kind ? [] : (SAMPLE.exec(line) ?? [])
      if (family === undefined || value === undefined) continue
      if (family.isGauge) family.samples.set(`${sample}${labelled(labels, number)}`, Number(value))
      else {
        const key = `${sample}${labels ?? ''}`
        add(family.samples, key, Number(value))
        add(counted, key, Number(value))
      }
    }
    this.#counted.set(id, counted)
  }
}

const linesOf = ({ head, samples }: Family): string[] =>
  [...head, ...[...samples].map(([key, value]) => `${key} ${value}`)].map((line) => `${line}\n`)
