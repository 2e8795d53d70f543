/**
 * Payload types of mutations: the record that was changed, the reasons if nothing was (`userErrorList`) and, where the
 * mutation has them, warnings. All payloads are built here, so that each has the same cost and the same lists.
 */
import type { UserError as UserErrorValue } from '../domain/user-error.ts'
import type { Warning as WarningValue } from '../domain/warning.ts'
import { noScope } from './access-declaration.ts'
import { type Builder, builder } from './builder.ts'
import { UserError } from './nodes/user-error.ts'
import { Warning } from './nodes/warning.ts'
import { usually } from './operation/list-size.ts'

export interface Refusable {
  readonly userErrorList: readonly UserErrorValue[]
}

/** A mutation that never warns leaves the list out. */
interface Warned {
  readonly warningList?: readonly WarningValue[] | null
}

type FieldsOf<P extends object> = Extract<
  Parameters<ReturnType<typeof builder.objectRef<P>>['implement']>[0]['fields'],
  (...args: never) => unknown
>

/** Makes the payload types of one graph. */
export const payloadsOf =
  (graph: Builder, UserErrorOfGraph: typeof UserError, declared: typeof noScope) =>
  <P extends object>(name: string, fields: FieldsOf<P & Refusable>, description?: string) =>
    graph.objectRef<P & Refusable>(name).implement({
      ...declared,
      ...(description === undefined ? {} : { description }),
      fields: (t) => ({
        ...fields(t),
        userErrorList: t.field({
          ...usually(1),
          type: [UserErrorOfGraph],
          resolve: ({ userErrorList }: Refusable) => [...userErrorList],
        }),
      }),
    })

/** A payload with `userErrorList`. */
export const payload = payloadsOf(builder, UserError, noScope)

/** A payload of the operator's data: it also has warnings, an empty list where there are none (data §3.1). */
export const warningPayload = <P extends object>(name: string, fields: FieldsOf<P & Warned & Refusable>) =>
  payload<P & Warned>(name, (t) => ({
    ...fields(t),
    warningList: t.field({
      ...usually(1),
      type: [Warning],
      resolve: ({ warningList }: Warned) => [...(warningList ?? [])],
    }),
  }))
