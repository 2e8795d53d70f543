/** Adds crew members and changes them. A crew member need not be a user. */
import {
  type CrewMember,
  type CrewMemberDetails,
  type CrewPosition,
  crewMemberProblems,
  type Sex,
} from '../../domain/operations/crew.ts'
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { userById } from '../../storage/identity/users.ts'
import { CREW_MEMBER, crewMemberByCode, crewMembersOfUsers } from '../../storage/operations/crew-members.ts'
import { hasPlannedFlights } from '../../storage/operations/flight-crew.ts'
import { lockNames } from '../../storage/operations/name-lock.ts'
import { moveOwnRecords } from '../../storage/operations/own-changes.ts'
import { changeRecord, createRecord, expectVersion, lockRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { airportOf } from '../reference/airport-code.ts'
import { newId } from '../world.ts'
import type { Desk, Given } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import { kept, refuseNulls } from './patch.ts'

interface CrewMemberFields {
  readonly userId?: Given<string>
  readonly dateOfBirth?: Given<string>
  readonly nationality?: Given<string>
  readonly sex?: Given<Sex>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

export interface CrewMemberInput extends CrewMemberFields {
  readonly code: string
  readonly name: string
  readonly surname: string
  readonly positionList: readonly CrewPosition[]
  /** ICAO or IATA code. */
  readonly base: string
}

export interface CrewMemberUpdate extends CrewMemberFields {
  readonly code?: Given<string>
  readonly name?: Given<string>
  readonly surname?: Given<string>
  readonly positionList?: Given<readonly CrewPosition[]>
  readonly base?: Given<string>
  readonly isActive?: Given<boolean>
}

/** What a crew member cannot be without. */
const NEEDED = ['code', 'name', 'surname', 'positionList', 'base', 'isActive', 'externalIdList'] as const

const NOTHING_SAID: CrewMemberDetails = {
  code: '',
  name: '',
  surname: '',
  positionList: [],
  baseId: '',
  isActive: true,
  userId: null,
  dateOfBirth: null,
  nationality: null,
  sex: null,
}

/** The details after an input, checked. */
const detailsOf = (
  before: CrewMemberDetails,
  { reference }: Desk,
  input: CrewMemberUpdate,
  now: number,
): CrewMemberDetails => {
  const details: CrewMemberDetails = {
    code: input.code?.trim().toUpperCase() ?? before.code,
    name: input.name?.trim() ?? before.name,
    surname: input.surname?.trim() ?? before.surname,
    positionList: input.positionList ? [...new Set(input.positionList)] : before.positionList,
    baseId: input.base ? airportOf(reference, input.base, ['input', 'base']).airportId : before.baseId,
    isActive: input.isActive ?? before.isActive,
    userId: kept(input.userId, before.userId),
    dateOfBirth: kept(input.dateOfBirth, before.dateOfBirth),
    nationality: kept(input.nationality, before.nationality),
    sex: kept(input.sex, before.sex),
  }
  refuseProblems(crewMemberProblems(details, new Date(now).toISOString().slice(0, 10)), ['input'])
  return details
}

/** The lock on names is held. */
const refuseTaken = async (
  tx: ViewTx,
  before: Pick<CrewMemberDetails, 'code' | 'userId'>,
  { code, userId }: CrewMemberDetails,
): Promise<void> => {
  if (code !== before.code && (await crewMemberByCode(tx, code))) {
    throw userError('VALIDATION', `Another crew member has the code ${code}`, ['input', 'code'])
  }
  if (userId === null || userId === before.userId) return
  if (!(await userById(tx, userId))) throw userError('NOT_FOUND', 'There is no such user', ['input', 'userId'])
  if ((await crewMembersOfUsers(tx, [userId])).has(userId)) {
    throw userError('VALIDATION', 'Another crew member is this user', ['input', 'userId'])
  }
}

export const createCrewMember = async (
  tx: ViewTx,
  desk: Desk,
  input: CrewMemberInput,
): Promise<{ crewMember: CrewMember }> => {
  await lockNames(tx, 'crew_member')
  const details = detailsOf(NOTHING_SAID, desk, input, await tx.now())
  await refuseTaken(tx, NOTHING_SAID, details)
  const crewMemberId = newId(desk.world, 'crw')
  const crewMember = await createRecord(tx, CREW_MEMBER, {
    ...details,
    crewMemberId,
    typeRatingList: [],
    ratingPeriods: [],
    externalIdList: await externalIdsAfter(tx, desk, { changes: input.externalIdList }),
  })
  return { crewMember }
}

export interface CrewMemberChange {
  readonly crewMemberId: string
  readonly input: CrewMemberUpdate
  readonly expectedVersion: number
}

/** A change of code or user locks the names, then the crew member's row. */
export const updateCrewMember = async (tx: ViewTx, desk: Desk, asked: CrewMemberChange) => {
  const { crewMemberId, input } = asked
  refuseNulls(input, NEEDED)
  if (input.code || input.userId) await lockNames(tx, 'crew_member')
  const before = await lockRecord(tx, CREW_MEMBER, crewMemberId, ['crewMemberId'])
  expectVersion(before, asked.expectedVersion)
  const details = detailsOf(before, desk, input, await tx.now())
  await refuseTaken(tx, before, details)
  if (before.isActive && !details.isActive && (await hasPlannedFlights(tx, crewMemberId))) {
    const message = 'The crew member is planned on flights: take them off first'
    throw userError('LOCKED', message, ['input', 'isActive'])
  }
  if (details.userId !== before.userId) {
    await moveOwnRecords(tx, crewMemberId, { before: before.userId, after: details.userId })
  }
  const ids = { before: before.externalIdList, changes: input.externalIdList }
  const externalIdList = await externalIdsAfter(tx, desk, ids)
  return { crewMember: await changeRecord(tx, CREW_MEMBER, before, { ...details, externalIdList }) }
}
