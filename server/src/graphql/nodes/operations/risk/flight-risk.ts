/** Whether a flight is at risk, and every warning that is open. */
import { shownRisk } from '../../../../domain/operations/flights/flight.ts'
import type { Warning as WarningValue } from '../../../../domain/warning.ts'
import { partsBeyond, partsOf } from '../../../../services/operations/risk/near-flights.ts'
import { openWarnings } from '../../../../services/operations/risk/open-warnings.ts'
import { FLIGHT } from '../../../../storage/operations/flights/flights.ts'
import { recordsById } from '../../../../storage/records.ts'
import { someAtATime } from '../../../../storage/some-at-a-time.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'
import { isInside, isOutsider } from '../../records/inside.ts'
import { Warning, WarningCode } from '../../warning.ts'
import { Flight } from '../flights/flight.ts'

/** What the statements of one more part take, whatever they find. */
const ROWS_OF_A_PART = 750

const FLIGHTS_AT_A_TIME = 100

/** The row has it; who asks decides whether it is told. */
const RISK = { columns: ['status', 'riskReasonList'], follows: [] } as const

builder.objectFields(Flight, (t) => ({
  isAtRisk: t.boolean({
    ...RISK,
    description:
      'Of a CONFIRMED or RELEASED flight: something may keep it from going as planned. Marketplaces and flight support are not told.',
    resolve: (flight, _args, context) => !isOutsider(context) && shownRisk(flight).length > 0,
  }),
  riskReasonList: t.field({
    ...usually(1),
    ...RISK,
    type: [WarningCode],
    // They tell of crew, papers and defects (threats row 302).
    resolve: (flight, _args, context) => (isOutsider(context) ? [] : [...shownRisk(flight)]),
  }),
  warningList: t.field({
    ...usually(2),
    columns: ['flightId'],
    type: [Warning],
    follows: [
      'FLIGHT',
      'AIRCRAFT',
      'UNAVAILABILITY',
      'CREW_MEMBER',
      'QUALIFICATION',
      'DUTY',
      'CONTACT',
      'MAINTENANCE_DUE',
      'TECH_LOG_ENTRY',
      'TRAVEL_DOCUMENT',
      'OPERATOR_SETTINGS',
    ],
    description:
      'Every warning that is open now, computed when it is read; none outside the operator’s own view. Of riskReasonList this record tells.',
    resolve: ({ flightId }, _args, context) => {
      // They name what lies around a flight: crew, blocks, flights of other clients (threats row 302).
      if (!isInside(context)) return []
      const { loaders, looked, reader, reference } = context
      return loaders.loadList('open warnings', flightId, async (ids) => {
        const found = new Map<string, WarningValue[]>()
        // The statements of each part give others a turn; and what surrounds a few flights is little.
        const flights = await someAtATime(ids, FLIGHTS_AT_A_TIME, async (some) => [
          ...(await recordsById(reader, FLIGHT, some)).values(),
        ])
        const parts = partsOf(flights)
        looked.add(ROWS_OF_A_PART * partsBeyond(parts.length, ids.length), 'examined')
        for (const part of parts) {
          for (const [id, open] of await openWarnings(reader, reference, part)) found.set(id, open)
        }
        return found
      })
    },
  }),
}))
