/** Journey logs: reading, writing, signing and amending them. */
import {
  ifrMinutesOf,
  JOURNEY_LOG_RECORD,
  type JourneyLog as JourneyLogValue,
  paxAboardOf,
} from '../../../../domain/operations/logs/journey-log.ts'
import { type LogCrew as LogCrewValue, MOVEMENT_COUNTS } from '../../../../domain/operations/logs/log-crew.ts'
import { logDiffers } from '../../../../services/operations/logs/follow-in-log.ts'
import {
  amendJourneyLog,
  type JourneyLogInput,
  saveJourneyLog,
} from '../../../../services/operations/logs/journey-logs.ts'
import { signJourneyLog } from '../../../../services/operations/logs/sign-journey-log.ts'
import { JOURNEY_LOG, latestLogsOf } from '../../../../storage/operations/logs/journey-logs.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { createInput } from '../../records/record-inputs.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { Warning } from '../../warning.ts'
import { CrewPosition } from '../crew/crew-position.ts'
import { Flight } from '../flights/flight.ts'
import { FuelRecord } from '../movement/flight-fuel.ts'
import { MovementTimes } from '../movement/flight-times.ts'
import { Signature } from './confirmation-type.ts'

const WRITE = needs('log:write')

const LogCrew = builder.objectRef<LogCrewValue>('LogCrew').implement({
  ...needs('log:read'),
  description: 'One of the crew, with who took off and landed.',
  fields: (t) => ({
    crewMemberId: t.exposeID('crewMemberId'),
    name: t.exposeString('name'),
    surname: t.exposeString('surname'),
    position: t.expose('position', { type: CrewPosition }),
    isCommander: t.exposeBoolean('isCommander'),
    takeOffsDay: t.exposeInt('takeOffsDay'),
    takeOffsNight: t.exposeInt('takeOffsNight'),
    landingsDay: t.exposeInt('landingsDay'),
    landingsNight: t.exposeInt('landingsNight'),
  }),
})

const LogCrewInput = builder.inputType('LogCrewInput', {
  description: 'Those of the flight’s pilot flying where nothing is said of somebody.',
  fields: (t) => ({
    crewMemberId: t.id({ required: true }),
    ...Object.fromEntries(MOVEMENT_COUNTS.map((count) => [count, t.int({ defaultValue: 0 })])),
  }),
})

const { Node: JourneyLog, Payload: JourneyLogPayload } = recordNodes(
  JOURNEY_LOG,
  {},
  {
    fields: (t) => ({
      times: t.expose('times', { type: MovementTimes }),
      crewList: t.field({
        ...usually(3),
        columns: ['crewList'],
        type: [LogCrew],
        resolve: ({ crewList }) => [...crewList],
      }),
      paxAboard: t.int({ columns: ['paxAboard', 'paxOfFlight'], nullable: true, resolve: paxAboardOf }),
      fuel: t.expose('fuel', { type: FuelRecord, nullable: true }),
      ifrMinutes: t.int({ columns: ['ifrMinutes', 'ifrOfFlight'], nullable: true, resolve: ifrMinutesOf }),
      signature: t.expose('signature', { type: Signature, nullable: true }),
      warningList: t.field({
        ...usually(1),
        columns: ['differenceList'],
        type: [Warning],
        description: 'LOG_DIFFERS where the flight was corrected after the signature.',
        resolve: ({ differenceList }) => (differenceList.length === 0 ? [] : [logDiffers(differenceList)]),
      }),
    }),
  },
)

builder.objectField(Flight, 'journeyLog', (t) =>
  t.field({
    ...needs('log:read'),
    columns: ['flightId'],
    description: 'Its latest revision.',
    type: JourneyLog,
    nullable: true,
    resolve: async ({ flightId }, _args, { loaders, reader, columns }) =>
      (await loaders.load<JourneyLogValue>('journey log of flight', flightId, (ids) =>
        latestLogsOf(reader, ids, columns.of(JOURNEY_LOG)),
      )) ?? null,
  }),
)

const Input = createInput(JOURNEY_LOG_RECORD, { crewList: { type: [LogCrewInput] } })

builder.mutationFields((t) => {
  const journeyLogId = t.arg.id({ required: true })
  const expectedVersion = t.arg.int({ required: true })
  return {
    journeyLogSave: mutation(t, {
      ...WRITE,
      description: 'Opens the log of a flight that has left its stand, or changes its draft. Absent fields stay.',
      type: JourneyLogPayload,
      args: { input: t.arg({ type: Input, required: true }), expectedVersion: t.arg.int() },
      write: (tx, { input, expectedVersion: version }, context) =>
        saveJourneyLog(tx, context, { input: input as JourneyLogInput, expectedVersion: version }),
    }),
    journeyLogSign: mutation(t, {
      ...WRITE,
      description: 'Signs with the commander’s confirmation and closes the flight.',
      type: JourneyLogPayload,
      args: {
        journeyLogId,
        confirmationId: t.arg.id({ required: true }),
        close: t.arg.boolean({ defaultValue: true }),
        expectedVersion,
      },
      write: (tx, { close, ...asked }, context) => signJourneyLog(tx, context, { ...asked, close: close ?? true }),
    }),
    journeyLogAmend: mutation(t, {
      ...WRITE,
      description: 'Opens the next revision of a signed log; the signed one is kept.',
      type: JourneyLogPayload,
      args: { journeyLogId, reason: t.arg.string({ required: true }), expectedVersion },
      write: (tx, asked, context) => {
        const { world, tenant, origin } = context
        return amendJourneyLog(tx, context, { randomBytes: world.randomBytes, realm: tenant, origin }, asked)
      },
    }),
  }
})
