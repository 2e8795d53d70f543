/**
 * What somebody saw before they decided, as one digest for each thing. The digests travel to the page and come back with
 * the decision: where one no longer fits, nothing is decided, and what changed is said. They are whole SHA-256 values,
 * because others write the texts and could look for two that share a shorter one.
 */
import { hash } from 'node:crypto'

/** The name of each thing, as a refusal calls it, and what was shown of it. */
export type Shown = ReadonlyMap<string, unknown>

const digestOf = (shown: unknown): string => hash('sha256', JSON.stringify(shown), 'base64url')

export const writtenDigest = (shown: Shown): string => [...shown.values()].map(digestOf).join('.')

/** The names of what is other than it was; the caller bounds the length of what was sent. */
export const changedSince = (shown: Shown, seenDigest: string): string[] => {
  const seen = seenDigest.split('.')
  return [...shown].flatMap(([name, value], index) => (seen[index] === digestOf(value) ? [] : [name]))
}
