/** What was done to a flight, with the reasons. */
import type { FlightHistoryEntry as FlightHistoryEntryValue } from '../../../../domain/operations/movement/flight-history.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'
import { Actor } from '../../actor.ts'
import { isForProvider } from '../../records/inside.ts'
import { shownAuthor } from '../../versioned.ts'
import { Flight, FlightStatus } from '../flights/flight.ts'
import { TimeReport, timeReportsOf } from './flight-times.ts'

const FlightHistoryEntry = builder.objectRef<FlightHistoryEntryValue>('FlightHistoryEntry').implement({
  ...noScope,
  description: 'A step of a flight, or a correction.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    by: t.field({
      follows: [],
      type: Actor,
      nullable: true,
      resolve: ({ by }, _args, context) => shownAuthor(by, context),
    }),
    from: t.expose('from', { type: FlightStatus, nullable: true }),
    to: t.expose('to', { type: FlightStatus, nullable: true }),
    fieldList: t.stringList({
      description: 'Of a correction: what was corrected.',
      resolve: ({ fieldList }) => [...fieldList],
    }),
    reason: t.exposeString('reason', { nullable: true }),
    timeReportList: t.field({
      ...usually(1),
      type: [TimeReport],
      description: 'Of a return to stand: the times that were reported until then, which no longer count.',
      resolve: ({ timeReportList }) => timeReportsOf(timeReportList ?? []),
    }),
  }),
})

builder.objectField(Flight, 'historyList', (t) =>
  t.field({
    ...usually(4),
    columns: ['historyList'],
    type: [FlightHistoryEntry],
    follows: [],
    description: 'Steps and corrections with their reasons, oldest first. Empty for service providers.',
    resolve: ({ historyList }, _args, context) => (isForProvider(context) ? [] : [...historyList]),
  }),
)
