/** Runs many jobs with limited parallelism. */

const WIDTH = 32

/** Runs at most `width` jobs at once over all items, in order. */
export const eachOf = async <T>(items: Iterable<T>, width: number, job: (item: T) => Promise<void>): Promise<void> => {
  const iterator = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await job(next.value)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

/** The results, in no particular order. */
export const mapSome = async <T, U>(items: Iterable<T>, job: (item: T) => Promise<U>): Promise<U[]> => {
  const results: U[] = []
  await eachOf(items, WIDTH, async (item) => {
    results.push(await job(item))
  })
  return results
}
