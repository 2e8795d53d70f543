/**
 * A change that makes a credential or weakens one is refused where the sign-in is a while ago (access-model §10). Whoever
 * sits there is then asked for their password, over the form that they filled in, and the change is sent again with it.
 */
import { GraphFailure, type Refusal } from './failure.ts'

/** The argument that a refusal for lack of presence names, in all three graphs. */
const PASSWORD = 'currentPassword'

interface Question {
  /** What the server says of the password that was typed; null before one was. */
  readonly problem: string | null
  readonly isBusy: boolean
  /** Null gives up. */
  readonly answer: (password: string | null) => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

const show = (next: Question | null): void => {
  question = next
  for (const listener of listeners) listener()
}

export const presenceQuestion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  get: (): Question | null => question,
}

const typedPassword = (problem: string | null): Promise<string | null> =>
  new Promise((resolve) => {
    const answer = (password: string | null): void => {
      if (password !== null) show({ problem: null, isBusy: true, answer: () => {} })
      resolve(password)
    }
    show({ problem, isBusy: false, answer })
  })

const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof GraphFailure ? error.refusals.find(({ field }) => field === PASSWORD) : undefined

type Values = Readonly<Record<string, unknown>>

/** The variables are named as the arguments are: `input.currentPassword` belongs into the variable `input`. */
const withPassword = (values: Values, [name = PASSWORD, ...rest]: readonly string[], password: string): Values => ({
  ...values,
  [name]: rest.length === 0 ? password : withPassword((values[name] ?? {}) as Values, rest, password),
})

/** Sends again and again, until the password is right, something else is wrong, or nobody wants to type it. */
const sendPresent = async <T>(
  variables: Values,
  send: (variables: Values) => Promise<T>,
  first: unknown,
): Promise<T> => {
  let problem: string | null = null
  for (;;) {
    const password = await typedPassword(problem)
    if (password === null) throw first
    try {
      return await send(withPassword(variables, refusalOf(first)?.path ?? [PASSWORD], password))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      problem = refusal.message
    }
  }
}

/** Forms that have a field for the password ask by themselves: they send one, if an empty one. */
export const sentPresent = async <T>(variables: Values, send: (variables: Values) => Promise<T>): Promise<T> => {
  try {
    return await send(variables)
  } catch (error) {
    if (!refusalOf(error) || PASSWORD in variables || question !== null) throw error
    return await sendPresent(variables, send, error).finally(() => show(null))
  }
}
