/** The operator's own rules. */

import type { RequiredDocument as RequiredDocumentValue } from '../../../domain/operations/documents/briefing.ts'
import { DOCUMENT_KIND } from '../../../domain/operations/documents/document.ts'
import { FLIGHT_KIND } from '../../../domain/operations/flights/flight.ts'
import { type ReviewRule as ReviewRuleValue, reviewRules } from '../../../domain/operations/handling/review-rule.ts'
import type { DutyLimits as DutyLimitsValue } from '../../../domain/operations/operator-rules.ts'
import { updateOperatorSettings } from '../../../services/tenancy/operator-settings.ts'
import {
  type OperatorSettings as OperatorSettingsValue,
  operatorSettings,
} from '../../../storage/tenancy/operator-settings.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { mutation } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { warningPayload } from '../../payload.ts'
import { Actor } from '../actor.ts'
import { MedicalClass, QualificationKind } from '../operations/crew/qualification.ts'
import { ReviewReason, ServiceKind } from '../operations/handling/service-kind.ts'
import { enumOf } from '../records/record-enum.ts'
import { WarningCode } from '../warning.ts'

const FlightKind = enumOf(FLIGHT_KIND)
const DocumentKind = enumOf(DOCUMENT_KIND)

const DutyLimits = builder.objectRef<DutyLimitsValue>('DutyLimits').implement({
  ...needs('settings:read'),
  description: 'Simplified defaults, no regulation. All may be changed or switched off.',
  fields: (t) => ({
    isOn: t.exposeBoolean('isOn'),
    maxDutyMinutes: t.exposeInt('maxDutyMinutes', { description: 'Default 780.' }),
    minRestMinutes: t.exposeInt('minRestMinutes', { description: 'Default 600.' }),
    restFollowsDuty: t.exposeBoolean('restFollowsDuty', {
      description: 'Default true: rest is at least as long as the duty before.',
    }),
    newDutyGapMinutes: t.exposeInt('newDutyGapMinutes', {
      description: 'Default 240: flights with a longer gap make two duties.',
    }),
    reportMinutes: t.exposeInt('reportMinutes', { description: 'Default 60.' }),
    debriefMinutes: t.exposeInt('debriefMinutes', { description: 'Default 30.' }),
    standbyPercent: t.exposeInt('standbyPercent', {
      description: 'Default 100: how much of a standby counts as duty, in totals and before a call-out.',
    }),
    splitBreakMinutes: t.exposeInt('splitBreakMinutes', {
      description: 'Default 180: a gap within a duty that lasts so long is a break.',
    }),
    splitBreakPercent: t.exposeInt('splitBreakPercent', {
      description: 'Default 0: the share of its breaks by which a duty may last longer.',
    }),
  }),
})

const RequiredDocument = builder.objectRef<RequiredDocumentValue>('RequiredDocument').implement({
  ...needs('settings:read'),
  description: 'Which kinds of documents flights of a kind should carry.',
  fields: (t) => ({
    flightKind: t.expose('flightKind', { type: FlightKind }),
    kindList: t.field({ ...usually(4), type: [DocumentKind], resolve: ({ kindList }) => [...kindList] }),
  }),
})

const RequiredDocumentInput = builder.inputType('RequiredDocumentInput', {
  fields: (t) => ({
    flightKind: t.field({ type: FlightKind, required: true }),
    kindList: t.field({ type: [DocumentKind], required: true }),
  }),
})

const ReviewRule = builder.objectRef<ReviewRuleValue>('ReviewRule').implement({
  ...needs('settings:read'),
  description: 'What sends a service that was said yes to back to REVIEW.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ServiceKind }),
    timeMinutes: t.exposeInt('timeMinutes', { description: 'A time that moves by more than so much.' }),
    reasonList: t.field({
      ...usually(2),
      type: [ReviewReason],
      description: 'What counts besides another airport or aircraft and a cancelled flight, which always do.',
      resolve: ({ reasonList }) => [...reasonList],
    }),
  }),
})

const ReviewRuleInput = builder.inputType('ReviewRuleInput', {
  fields: (t) => ({
    kind: t.field({ type: ServiceKind, required: true }),
    timeMinutes: t.int({ required: true, description: 'From 0 to 10,080.' }),
    reasonList: t.field({
      type: [ReviewReason],
      required: true,
      description: 'CALLSIGN, CREW_COUNT, PAX_COUNT; the others always count.',
    }),
  }),
})

const OperatorSettings = builder.objectRef<OperatorSettingsValue>('OperatorSettings').implement({
  ...needs('settings:read'),
  description: 'The operator’s own rules. Each has a default, so that nothing must be set.',
  fields: (t) => ({
    dutyLimits: t.expose('dutyLimits', { type: DutyLimits }),
    releaseBlockList: t.field({
      type: [WarningCode],
      description: 'Warnings that refuse RELEASED besides those that always do.',
      resolve: ({ releaseBlockList }) => [...releaseBlockList],
    }),
    medicalClassMin: t.expose('medicalClassMin', { type: MedicalClass, description: 'Default CLASS_1.' }),
    requiredCheckList: t.field({
      type: [QualificationKind],
      description: 'Checks that a pilot needs as well; default none.',
      resolve: ({ requiredCheckList }) => [...requiredCheckList],
    }),
    taxiOutMinutes: t.exposeInt('taxiOutMinutes', { description: 'Default 10.' }),
    taxiInMinutes: t.exposeInt('taxiInMinutes', { description: 'Default 5.' }),
    planPayloadKg: t.exposeInt('planPayloadKg', {
      description:
        'Default 200: by how much the payload of a flight may differ from when its flight plan was written, before that is OUTDATED.',
    }),
    passengerRetentionDays: t.exposeInt('passengerRetentionDays', { description: 'Default 730.' }),
    requiredDocumentList: t.field({
      ...usually(2),
      type: [RequiredDocument],
      description: 'What flights should carry, for briefings; default none.',
      resolve: ({ requiredDocumentList }) => [...requiredDocumentList],
    }),
    crewNamesShown: t.exposeBoolean('crewNamesShown', {
      description: 'Default false: MyFlight names the other crew to people’s own applications.',
    }),
    closeNeedsSignedLog: t.exposeBoolean('closeNeedsSignedLog', {
      description: 'Default false: a flight is closed with a signed journey log only.',
    }),
    reviewRuleList: t.field({
      ...usually(17),
      type: [ReviewRule],
      description: 'Of every kind of service. Counts from the next change of a flight on.',
      resolve: ({ reviewRuleList }) => [...reviewRules(reviewRuleList)],
    }),
    version: t.exposeInt('version'),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    updatedBy: t.expose('updatedBy', { type: Actor, nullable: true }),
  }),
})

const DutyLimitsInput = builder.inputType('DutyLimitsInput', {
  fields: (t) => ({
    isOn: t.boolean(),
    maxDutyMinutes: t.int(),
    minRestMinutes: t.int(),
    restFollowsDuty: t.boolean(),
    newDutyGapMinutes: t.int(),
    reportMinutes: t.int(),
    debriefMinutes: t.int(),
    standbyPercent: t.int(),
    splitBreakMinutes: t.int(),
    splitBreakPercent: t.int(),
  }),
})

const OperatorSettingsInput = builder.inputType('OperatorSettingsInput', {
  fields: (t) => ({
    dutyLimits: t.field({ type: DutyLimitsInput }),
    releaseBlockList: t.field({ type: [WarningCode] }),
    medicalClassMin: t.field({ type: MedicalClass }),
    requiredCheckList: t.field({ type: [QualificationKind] }),
    taxiOutMinutes: t.int(),
    taxiInMinutes: t.int(),
    passengerRetentionDays: t.int(),
    planPayloadKg: t.int(),
    requiredDocumentList: t.field({ type: [RequiredDocumentInput] }),
    reviewRuleList: t.field({
      type: [ReviewRuleInput],
      description: 'Takes the place of the operator’s rules of before; kinds that are absent have their default.',
    }),
    crewNamesShown: t.boolean(),
    closeNeedsSignedLog: t.boolean(),
  }),
})

const OperatorSettingsPayload = warningPayload<{ readonly operatorSettings: OperatorSettingsValue | null }>(
  'OperatorSettingsPayload',
  (t) => ({ operatorSettings: t.expose('operatorSettings', { type: OperatorSettings, nullable: true }) }),
)

builder.queryField('operatorSettings', (t) =>
  t.field({
    ...needs('settings:read'),
    description: 'The operator’s own rules.',
    type: OperatorSettings,
    resolve: (_root, _args, { reader }) => operatorSettings(reader),
  }),
)

builder.mutationField('operatorSettingsUpdate', (t) =>
  mutation(t, {
    ...needs('settings:write'),
    description: 'Changes the operator’s own rules. What is absent stays.',
    type: OperatorSettingsPayload,
    args: {
      input: t.arg({ type: OperatorSettingsInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, { tenant }) => updateOperatorSettings(tx, { ...args, operatorId: tenant.operatorId }),
  }),
)
