/** The queries and mutations of a described record. What a description leaves out is written by hand in its node. */
import type { AnyDescription, InputOf, PatchOf, RecordOf } from '../../../domain/records/description.ts'
import type { Creating, Deleting, Payload, Updating } from '../../../services/records/use-cases.ts'
import type { DescribedRecord } from '../../../storage/records/described-record.ts'
import type { SearchOf } from '../../../storage/records/described-search.ts'
import { recordsById } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { needs } from '../../access-declaration.ts'
import { builder, type GraphTypes } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { warningPayload } from '../../payload.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { createInput, filterOf, type ReadFilters, updateInput } from './record-inputs.ts'
import { type FieldsOfType, recordType } from './record-type.ts'

type Job<D extends AnyDescription, A, X> = (tx: ViewTx, context: QueryContext, asked: A) => Promise<Payload<D, X>>

/** What can be done with a record: those of `useCases`, or written by hand. */
interface Cases<D extends AnyDescription, X> {
  readonly create?: Job<D, Creating<D>, X>
  readonly update?: Job<D, Updating<D>, X>
  readonly delete?: Job<D, Deleting, X>
}

interface ByHand<D extends AnyDescription, X> {
  /** Fields that are computed, and those that the description shows by hand. */
  readonly fields?: FieldsOfType<RecordOf<D>>
  /** Fields of the input of a new record that the record does not have. */
  readonly inputs?: Readonly<Record<string, object>>
  /** Fields of the input of a change that the record does not have. */
  readonly changes?: Readonly<Record<string, object>>
  /** Fields of the payload beside the record and the warnings. */
  readonly payload?: FieldsOfType<X>
  /** What the store is asked for, of filters whose value the graph knows better. */
  readonly read?: ReadFilters<D>
}

const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** Options whose types only the description knows. */
type Options = never

/** The first part of a cursor. */
const positionType = ({ order, fields }: AnyDescription): 'number' | 'string' => {
  const type = order.field === 'createdAt' ? 'time' : fields[order.field]?.type
  return type === 'time' || type === 'whole' ? 'number' : 'string'
}

export const recordNodes = <D extends AnyDescription, X extends object>(
  kind: DescribedRecord<D>,
  cases: Cases<D, X>,
  byHand: ByHand<D, X> = {},
) => {
  type R = RecordOf<D>
  const { description } = kind
  const { id, name, read, write } = description
  const one = lowerFirst(name)
  const list = `${one}List`

  const Node = recordType(kind, byHand.fields)

  const fetchFor =
    ({ reader, columns }: QueryContext) =>
    (ids: readonly string[]): Promise<ReadonlyMap<string, R>> =>
      recordsById(reader, kind, ids, columns.of(kind))

  const load = (context: QueryContext, recordId: string): Promise<R | undefined> =>
    context.loaders.load(kind.noun, recordId, fetchFor(context))

  /** Records that were read beside others, with the columns that the operation asks for. */
  const bring = (context: QueryContext, found: ReadonlyMap<string, R>): void =>
    context.loaders.bring(kind.noun, found, fetchFor(context))

  /** For a field that is never null: a missing record makes the field fail. */
  const loadExisting = (context: QueryContext, recordId: string): Promise<R> => load(context, recordId) as Promise<R>

  const RecordPage = builder.objectRef<Page<R>>(description.names?.page ?? `${name}Page`).implement({
    ...needs(read),
    fields: (t) => ({
      nodeList: t.field({ type: [Node], resolve: ({ nodeList }: Page<R>) => [...nodeList] } as Options),
      pageInfo: t.expose('pageInfo', { type: PageInfo }),
    }),
  })

  const filter = filterOf(description, byHand.read)
  const shape = [positionType(description), 'string'] as const

  builder.queryFields((t) => {
    const page = t.arg({ type: PageInput })
    const filters = filter.type
      ? { filter: t.arg({ type: filter.type, required: description.filtersAs === 'required' }) }
      : Object.fromEntries(filter.fields.map(([field, options]) => [field, t.arg(options as Options)]))
    return {
      [one]: t.field({
        ...needs(read),
        description: description.one,
        type: Node,
        nullable: true,
        args: { [id.field]: t.arg.id({ required: true }) },
        resolve: async (_root: unknown, args: Readonly<Record<string, string>>, context: QueryContext) =>
          (await load(context, args[id.field] as string)) ?? null,
      } as Options),
      [list]: t.field({
        ...needs(read),
        description: description.list,
        type: RecordPage,
        args: { ...filters, page },
        resolve: async (_root: unknown, args: Readonly<Record<string, unknown>>, context: QueryContext) => {
          const { page, ...given } = args
          const filters = filter.type ? args.filter : given
          const asked = askedPage(list, page as typeof PageInput.$inferInput, shape, filters as object)
          const search = filter.searchOf(context, (filters ?? {}) as Readonly<Record<string, unknown>>) as SearchOf<D>
          const part = { columns: context.columns.of<R>(kind), ...asked.range }
          return pageOf(await kind.page(context.reader, search, part), asked, kind.position)
        },
      } as Options),
    }
  })

  const makePayload = () =>
    warningPayload<Payload<D, X>>(description.names?.payload ?? `${name}Payload`, (t) => ({
      [one]: t.expose(one as Options, { type: Node, nullable: true } as Options),
      ...byHand.payload?.(t as never),
    }))
  let made: ReturnType<typeof makePayload> | null = null
  /** Made where a mutation answers it: what nobody writes has none. */
  const payload = () => {
    made ??= makePayload()
    return made
  }

  const Input = description.create === false ? null : createInput(description, byHand.inputs)
  const UpdateInput = description.update === false ? null : updateInput(description, byHand.changes)
  const parent = Object.entries(description.fields).find(([, { options }]) => options.parent === 'argument')?.[0]

  builder.mutationFields((t) => {
    const expectedVersion = t.arg.int({ required: true })
    const ownId = { [id.field]: t.arg.id({ required: true }) }
    const { create, update, delete: remove } = cases
    const isPresenceAsked = Object.values(description.fields).some(({ options }) => options.asksPresence)
    const presence = isPresenceAsked ? ({ asksPresence: 'in its use case' } as const) : {}
    type Args = Readonly<Record<string, unknown>>
    return {
      ...(Input && create && description.create
        ? {
            [`${one}Create`]: mutation(t, {
              ...needs(write),
              ...presence,
              description: description.create,
              type: payload() as Options,
              args: {
                ...(parent === undefined ? {} : { [parent]: t.arg.id({ required: true }) }),
                input: t.arg({ type: Input, required: true } as Options),
              },
              write: (tx: ViewTx, args: Args, context: QueryContext) =>
                create(tx, context, {
                  input: args.input as InputOf<D>,
                  ...(parent === undefined ? {} : { parentId: args[parent] as string }),
                }),
            }),
          }
        : {}),
      ...(UpdateInput && update && description.update
        ? {
            [`${one}Update`]: mutation(t, {
              ...needs(write),
              ...presence,
              description: description.update,
              type: payload() as Options,
              args: {
                ...(id.isInInput ? {} : ownId),
                input: t.arg({ type: UpdateInput, required: true } as Options),
                expectedVersion,
              },
              write: (tx: ViewTx, args: Args, context: QueryContext) => {
                const input = args.input as PatchOf<D> & Readonly<Record<string, string>>
                const named = id.isInInput ? input : (args as Readonly<Record<string, string>>)
                return update(tx, context, {
                  id: named[id.field] as string,
                  input,
                  expectedVersion: args.expectedVersion as number,
                })
              },
            }),
          }
        : {}),
      ...(remove && description.delete
        ? {
            [`${one}Delete`]: mutation(t, {
              ...needs(write),
              description: description.delete,
              type: payload() as Options,
              args: { ...ownId, expectedVersion },
              write: (tx: ViewTx, args: Args, context: QueryContext) =>
                remove(tx, context, {
                  id: args[id.field] as string,
                  expectedVersion: args.expectedVersion as number,
                }),
            }),
          }
        : {}),
    }
  })

  return {
    Node,
    get Payload() {
      return payload()
    },
    Input: Input as PothosSchemaTypes.InputObjectRef<GraphTypes, InputOf<D>>,
    load,
    loadExisting,
    bring,
  }
}
