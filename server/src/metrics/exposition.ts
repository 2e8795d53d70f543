/** Writes metrics in Prometheus' text format, version 0.0.4. */
export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels?: Labels
  readonly value: number
}

export interface HistogramSample {
  readonly labels: Labels
  /** Counts up to each bound, not added up, and one more for what is beyond the last. */
  readonly counts: ArrayLike<number>
  readonly sum: number
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const labelText = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

export class Exposition {
  readonly #lines: string[] = []

  #head(name: string, type: string, help: string): void {
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
  }

  #sample(name: string, { labels = {}, value }: Sample): void {
    this.#lines.push(`${name}${labelText(labels)} ${Number.isFinite(value) ? value : 'NaN'}`)
  }

  /** What only rises; its name ends in `_total`. */
  counter(name: string, help: string, ...samples: readonly Sample[]): void {
    this.#head(name, 'counter', help)
    for (const sample of samples) this.#sample(name, sample)
  }

  gauge(name: string, help: string, ...samples: readonly Sample[]): void {
    this.#head(name, 'gauge', help)
    for (const sample of samples) this.#sample(name, sample)
  }

  histogram(name: string, help: string, bounds: readonly number[], samples: readonly HistogramSample[]): void {
    this.#head(name, 'histogram', help)
    for (const { labels, counts, sum } of samples) {
      let total = 0
      for (const [index, bound] of [...bounds.map(String), '+Inf'].entries()) {
        total += counts[index] ?? 0
        this.#sample(`${name}_bucket`, { labels: { ...labels, le: bound }, value: total })
      }
      this.#sample(`${name}_sum`, { labels, value: sum })
      this.#sample(`${name}_count`, { labels, value: total })
    }
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }
}
