/**
 * The payload type of a mutation: what it made or changed, why it changed nothing (`userErrorList`) and, where it has
 * them, warnings. One maker for all of them, so that each is charged alike and none forgets a list.
 */
import type { UserError as UserErrorValue } from '../domain/user-error.ts'
import type { Warning as WarningValue } from '../domain/warning.ts'
import { noScope } from './access-declaration.ts'
import { builder } from './builder.ts'
import { UserError } from './nodes/user-error.ts'
import { Warning } from './nodes/warning.ts'
import { usually } from './operation/list-size.ts'

interface Refusable {
  readonly userErrorList: readonly UserErrorValue[]
}

interface Warned {
  readonly warningList: readonly WarningValue[] | null
}

type FieldsOf<P extends object> = Extract<
  Parameters<ReturnType<typeof builder.objectRef<P>>['implement']>[0]['fields'],
  (...args: never) => unknown
>

/** Every mutation refuses by `userErrorList`. */
export const payload = <P extends object>(name: string, fields: FieldsOf<P & Refusable>, description?: string) =>
  builder.objectRef<P & Refusable>(name).implement({
    ...noScope,
    ...(description === undefined ? {} : { description }),
    fields: (t) => ({
      ...fields(t),
      userErrorList: t.field({
        ...usually(1),
        type: [UserError],
        resolve: ({ userErrorList }: Refusable) => [...userErrorList],
      }),
    }),
  })

/** One that also says what a person should look at. */
export const warningPayload = <P extends object>(name: string, fields: FieldsOf<P & Warned & Refusable>) =>
  payload<P & Warned>(name, (t) => ({
    ...fields(t),
    warningList: t.field({
      ...usually(1),
      type: [Warning],
      resolve: ({ warningList }: Warned) => [...(warningList ?? [])],
    }),
  }))
