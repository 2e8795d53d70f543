/** A refusal's messages by the field they are about, to stand beside it. */
import { GraphFailure } from './failure.ts'

export const problemsByField = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof GraphFailure
    ? Object.fromEntries(
        error.refusals.flatMap(({ field, message }) => (field === null ? [] : [[field, message] as const])),
      )
    : {}
