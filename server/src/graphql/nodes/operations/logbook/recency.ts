/** Recency by type, from what the logbook holds. */
import { type Recency as RecencyValue, recencyOf } from '../../../../domain/operations/logbook/recency.ts'
import { flownBefore } from '../../../../storage/operations/logbook/logbook-entries.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'
import { ownRecords } from '../../identity/me.ts'

const Recency = builder.objectRef<RecencyValue>('Recency').implement({
  ...needs('own:logbook:read'),
  description:
    'Take-offs and landings on one type on a day and in the 90 days before it, by what the logbook holds. No rule of an authority or of the operator is applied.',
  fields: (t) => ({
    acftICAO: t.string({ resolve: ({ acftType }) => acftType }),
    on: t.expose('on', { type: 'Date' }),
    takeOffs: t.exposeInt('takeOffs'),
    landings: t.exposeInt('landings'),
    nightTakeOffs: t.exposeInt('nightTakeOffs'),
    nightLandings: t.exposeInt('nightLandings'),
    approaches: t.exposeInt('approaches'),
    currentUntil: t.expose('currentUntil', {
      type: 'Date',
      nullable: true,
      description: 'The last day with three take-offs and three landings in the 90 days before it.',
    }),
    nightCurrentUntil: t.expose('nightCurrentUntil', {
      type: 'Date',
      nullable: true,
      description: 'The same, of take-offs and landings by night.',
    }),
  }),
})

builder.queryField('myRecencyList', (t) =>
  t.field({
    ...usually(3, needs('own:logbook:read')),
    description: 'Recency by type; today in UTC where no day is given.',
    type: [Recency],
    args: { on: t.arg({ type: 'Date' }) },
    resolve: async (_root, { on }, context) => {
      const { reader } = await ownRecords(context)
      const day = on ?? new Date(context.world.now(context.tenant.tenantId)).toISOString().slice(0, 10)
      return recencyOf(await flownBefore(reader, day), day)
    },
  }),
)
