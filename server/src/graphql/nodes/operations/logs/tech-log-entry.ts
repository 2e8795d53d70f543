/** Technical log entries: reading and entering defects, and their steps. */
import type { DeferralInput as DeferralShape } from '../../../../domain/operations/logs/deferral.ts'
import type { ReleaseToService as ReleaseValue } from '../../../../domain/operations/logs/release.ts'
import {
  deferDefect,
  extendDeferral,
  rectifyDefect,
  releaseDefect,
  reopenDefect,
} from '../../../../services/operations/logs/defect-steps.ts'
import { techLogEntries } from '../../../../services/operations/logs/tech-log.ts'
import { knownAirport } from '../../../../services/reference/airport-code.ts'
import { TECH_LOG_ENTRY } from '../../../../storage/operations/logs/tech-log.ts'
import { needs, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'
import { Airport } from '../../reference/airport.ts'
import { Signature } from './confirmation-type.ts'

const WRITE = needs('log:write')

const ReleaseToService = builder.objectRef<ReleaseValue>('ReleaseToService').implement({
  ...noScope,
  description: 'Who certified the work, with which licence and approval.',
  fields: (t) => ({
    name: t.exposeString('name'),
    licenceNumber: t.exposeString('licenceNumber'),
    approvalReference: t.exposeString('approvalReference'),
    station: t.field({
      type: Airport,
      nullable: true,
      follows: [],
      resolve: ({ stationId }, _args, { reference }) => (stationId ? knownAirport(reference, stationId) : null),
    }),
    at: t.expose('at', { type: 'DateTime' }),
    signature: t.expose('signature', {
      type: Signature,
      nullable: true,
      description: 'Where the person signed on a page of this address.',
    }),
  }),
})

const { Payload: TechLogPayload } = recordNodes(TECH_LOG_ENTRY, techLogEntries, {
  fields: (t) => ({
    restrictionList: t.stringList({
      ...usually(1),
      columns: ['restrictionList'],
      description: 'Shown as DEFECT_RESTRICTION on flights.',
      resolve: ({ restrictionList }) => [...restrictionList],
    }),
    acceptance: t.expose('acceptance', {
      type: Signature,
      nullable: true,
      description: 'Who accepted the aircraft with the defect deferred.',
    }),
    release: t.expose('release', { type: ReleaseToService, nullable: true }),
  }),
})

export const DeferralInput = builder.inputType('DeferralInput', {
  description: 'Terms of the minimum equipment list.',
  fields: (t) => ({
    melReference: t.string({ required: true }),
    melCategory: t.field({ type: typeOf(TECH_LOG_ENTRY, 'melCategory'), required: true }),
    deferredUntil: t.field({ type: 'DateTime', description: 'Category A only.' }),
    limitHours: t.field({ type: 'Decimal', description: 'Flight hours from then on.' }),
    limitCycles: t.int({ description: 'Landings from then on.' }),
    restrictionList: t.stringList({ description: 'At most 20.' }),
    operationalProcedure: t.string(),
    maintenanceProcedure: t.string(),
  }),
})

export const ReleaseInput = builder.inputType('ReleaseInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    licenceNumber: t.string({ required: true }),
    approvalReference: t.string({ required: true }),
    station: t.string({ description: 'iCAO or iATA code.' }),
    at: t.field({ type: 'DateTime', required: true }),
  }),
})

builder.mutationFields((t) => {
  const shared = { techLogEntryId: t.arg.id({ required: true }), expectedVersion: t.arg.int({ required: true }) }
  return {
    techLogEntryDefer: mutation(t, {
      ...WRITE,
      description:
        'Defers by the minimum equipment list, with the confirmation of a pilot, or a person of maintenance, who accepts exactly that. Ends the block of the defect.',
      type: TechLogPayload,
      args: {
        ...shared,
        input: t.arg({ type: DeferralInput, required: true }),
        confirmationId: t.arg.id({ required: true, description: 'Of purpose DEFERRAL_ACCEPT.' }),
      },
      write: (tx, { input, ...asked }, context) =>
        deferDefect(tx, context, { ...asked, input: input as DeferralShape }),
    }),
    techLogEntryExtend: mutation(t, {
      ...WRITE,
      description: 'Extends B, C or D once by its own length. Operator only.',
      type: TechLogPayload,
      args: { ...shared, reason: t.arg.string({ required: true }) },
      write: (tx, asked, context) => extendDeferral(tx, context, asked),
    }),
    techLogEntryRectify: mutation(t, {
      ...WRITE,
      description: 'Says what was done. The aircraft stays on the ground until the release.',
      type: TechLogPayload,
      args: {
        ...shared,
        rectification: t.arg.string({ required: true }),
        partOff: t.arg.string(),
        partOn: t.arg.string(),
      },
      write: (tx, asked, context) => rectifyDefect(tx, context, asked),
    }),
    techLogEntryRelease: mutation(t, {
      ...WRITE,
      description: 'Releases to service; ends the block that the defect caused.',
      type: TechLogPayload,
      args: {
        ...shared,
        input: t.arg({ type: ReleaseInput, required: true }),
        confirmationId: t.arg.id({ description: 'Of purpose RELEASE_TO_SERVICE, for a signature.' }),
      },
      write: (tx, asked, context) => releaseDefect(tx, context, asked),
    }),
    techLogEntryReopen: mutation(t, {
      ...WRITE,
      description: 'RECTIFIED or RELEASED back to OPEN. What was done stays in its versions.',
      type: TechLogPayload,
      args: { ...shared, reason: t.arg.string({ required: true }) },
      write: (tx, asked, context) => reopenDefect(tx, context, asked),
    }),
  }
})
