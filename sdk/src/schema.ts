/**
 * Generated from the service's schema: `npm run generate`. What keys and applications can use; a result has of it what
 * the document selects.
 */

export interface Acknowledgement {
  readonly at: string
  readonly crewMemberId: string | null
  readonly revision: number
  readonly userId: string | null
}

export interface Actor {
  readonly apiKeyLabel: string | null
  readonly applicationName: string | null
  readonly kind: ActorKind
  readonly person: PersonName | null
}

export type ActorKind = 'API_KEY' | 'APPLICATION' | 'HOST' | 'SYSTEM' | 'USER'

export interface AgreedFor {
  readonly arrivalPaxCount: number | null
  readonly arriveAt: string | null
  readonly departAt: string | null
  readonly departurePaxCount: number | null
}

export interface Aircraft {
  readonly acftType: AircraftType
  readonly aircraftId: string
  readonly base: Airport
  readonly cabinNote: string | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly cruiseKt: number | null
  readonly equipmentList: readonly Equipment[]
  readonly externalIdList: readonly ExternalId[]
  readonly hours: AircraftHours
  readonly insuredLiability: Money | null
  readonly luggageM3: string | null
  readonly maxRangeNm: number | null
  readonly minFlightCrew: number
  readonly mtowKg: number | null
  readonly position: Airport | null
  readonly registration: string
  readonly seatCount: number
  readonly serialNumber: string | null
  readonly status: AircraftStatus
  readonly unavailabilityList: readonly Unavailability[]
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
  readonly yearOfManufacture: number | null
}

export type AircraftCategory =
  | 'AIRLINER'
  | 'HEAVY_JET'
  | 'HELICOPTER'
  | 'LIGHT_JET'
  | 'MIDSIZE_JET'
  | 'PISTON'
  | 'SUPER_MIDSIZE_JET'
  | 'TURBOPROP'
  | 'ULTRA_LONG_RANGE'
  | 'VERY_LIGHT_JET'

export interface AircraftFilter {
  readonly acftTypeId?: string | null | undefined
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly base?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly iCAO?: string | null | undefined
  readonly minSeats?: number | null | undefined
  readonly registration?: string | null | undefined
  readonly status?: readonly AircraftStatus[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface AircraftHours {
  readonly airframeMinutes: number
  readonly asOf: string
  readonly cycles: number
}

export interface AircraftInput {
  readonly acftTypeId: string
  readonly airframeMinutes?: number | null | undefined
  readonly base: string
  readonly cabinNote?: string | null | undefined
  readonly cruiseKt?: number | null | undefined
  readonly cycles?: number | null | undefined
  readonly equipmentList?: readonly Equipment[] | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly insuredLiability?: MoneyInput | null | undefined
  readonly luggageM3?: string | null | undefined
  readonly maxRangeNm?: number | null | undefined
  readonly minFlightCrew?: number | null | undefined
  readonly mtowKg?: number | null | undefined
  readonly registration: string
  readonly seatCount: number
  readonly serialNumber?: string | null | undefined
  readonly yearOfManufacture?: number | null | undefined
}

export interface AircraftPage {
  readonly nodeList: readonly Aircraft[]
  readonly pageInfo: PageInfo
}

export interface AircraftPayload {
  readonly aircraft: Aircraft | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface AircraftSchedule {
  readonly acftType: AircraftType
  readonly aircraftId: string
  readonly base: Airport
  readonly blockList: readonly AvailabilityBlock[]
  readonly seatCount: number
  readonly updatedAt: string
  readonly version: number
}

export interface AircraftScheduleFilter {
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly interval: IntervalInput
}

export interface AircraftSchedulePage {
  readonly nodeList: readonly AircraftSchedule[]
  readonly pageInfo: PageInfo
}

export type AircraftStatus = 'ACTIVE' | 'AOG' | 'MAINTENANCE' | 'SOLD' | 'STORED'

export interface AircraftType {
  readonly acftTypeId: string
  readonly engineCount: number | null
  readonly engineType: EngineType | null
  readonly iCAO: string
  readonly isActive: boolean
  readonly manufacturer: string
  readonly minFlightCrew: number
  readonly model: string
  readonly ratingCode: string | null
  readonly species: Species | null
  readonly wakeCategory: string | null
}

export interface AircraftUpdateInput {
  readonly acftTypeId?: string | null | undefined
  readonly aircraftId: string
  readonly base?: string | null | undefined
  readonly cabinNote?: string | null | undefined
  readonly cruiseKt?: number | null | undefined
  readonly equipmentList?: readonly Equipment[] | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly insuredLiability?: MoneyInput | null | undefined
  readonly luggageM3?: string | null | undefined
  readonly maxRangeNm?: number | null | undefined
  readonly minFlightCrew?: number | null | undefined
  readonly mtowKg?: number | null | undefined
  readonly registration?: string | null | undefined
  readonly seatCount?: number | null | undefined
  readonly serialNumber?: string | null | undefined
  readonly status?: AircraftStatus | null | undefined
  readonly yearOfManufacture?: number | null | undefined
}

export interface Airport {
  readonly airportId: string
  readonly city: string | null
  readonly countryCode: string
  readonly elevationFt: number | null
  readonly iATA: string | null
  readonly iCAO: string | null
  readonly latitude: number
  readonly longitude: number
  readonly name: string
  readonly runwayList: readonly Runway[]
  readonly timezone: string
}

export interface Approach {
  readonly airportICAO: string | null
  readonly count: number
  readonly runway: string | null
  readonly type: string
}

export interface ApproachInput {
  readonly airportICAO?: string | null | undefined
  readonly count?: number | null | undefined
  readonly runway?: string | null | undefined
  readonly type: string
}

export interface AvailabilityBlock {
  readonly emptyLegId: string | null
  readonly endAirport: Airport
  readonly from: string
  readonly isMovable: boolean
  readonly kind: AvailabilityKind
  readonly startAirport: Airport
  readonly to: string
}

export type AvailabilityKind = 'BUSY' | 'EMPTY_LEG' | 'MAINTENANCE' | 'OPTION'

export interface AvailabilityOption {
  readonly acftType: AircraftType
  readonly aircraftId: string
  readonly base: Airport
  readonly equipmentList: readonly Equipment[]
  readonly legList: readonly PlannedLeg[]
  readonly positioningNm: number
  readonly seatCount: number
  readonly warningList: readonly Warning[]
}

export interface AvailabilitySearchInput {
  readonly acftTypeIdList?: readonly string[] | null | undefined
  readonly equipmentList?: readonly Equipment[] | null | undefined
  readonly legList: readonly RequestedLegInput[]
  readonly maxPositioningNm?: number | null | undefined
}

export interface Briefing {
  readonly documentList: readonly Document[]
  readonly flightId: string
  readonly flightPlan: FlightPlan | null
  readonly isComplete: boolean
  readonly missingKindList: readonly DocumentKind[]
  readonly openAcknowledgementList: readonly OpenAcknowledgement[]
  readonly requiredKindList: readonly DocumentKind[]
}

export interface CancellationStep {
  readonly hoursBefore: number
  readonly percent: string
}

export interface CancellationStepInput {
  readonly hoursBefore: number
  readonly percent: string
}

export interface Change {
  readonly at: string
  readonly cursor: string
  readonly dueAt: string | null
  readonly entity: EntityKind
  readonly entityId: string
  readonly fieldList: readonly string[]
  readonly isOwn: boolean
  readonly kind: ChangeKind
  readonly parentId: string | null
  readonly reminder: ReminderKind | null
  readonly version: number
}

export type ChangeKind = 'CREATED' | 'DELETED' | 'REMINDER' | 'UPDATED'

export interface ChangePage {
  readonly nodeList: readonly Change[]
  readonly pageInfo: PageInfo
}

export type ChangeStart = 'NOW' | 'OLDEST'

export interface Charge {
  readonly invoiceNumber: string | null
  readonly isCancellationFee: boolean
  readonly label: string
  readonly net: Money
  readonly taxAmount: Money | null
}

export interface ChargeInput {
  readonly invoiceNumber?: string | null | undefined
  readonly isCancellationFee?: boolean | null | undefined
  readonly label: string
  readonly net: MoneyInput
  readonly taxAmount?: MoneyInput | null | undefined
}

export interface CharterRequest {
  readonly acftCategoryList: readonly AircraftCategory[]
  readonly buyer: Party
  readonly charterRequestId: string
  readonly charterRequestNumber: string
  readonly conversation: Conversation
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly emptyLegId: string | null
  readonly equipmentList: readonly Equipment[]
  readonly expiresAt: string | null
  readonly externalIdList: readonly ExternalId[]
  readonly legList: readonly RequestedLeg[]
  readonly note: string | null
  readonly quoteList: readonly Quote[]
  readonly status: CharterRequestStatus
  readonly statusReason: string | null
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface CharterRequestFilter {
  readonly charterRequestIdList?: readonly string[] | null | undefined
  readonly createdSince?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly statusList?: readonly CharterRequestStatus[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface CharterRequestInput {
  readonly acftCategoryList?: readonly AircraftCategory[] | null | undefined
  readonly buyer?: ContactInput | null | undefined
  readonly buyerContactId?: string | null | undefined
  readonly emptyLegId?: string | null | undefined
  readonly equipmentList?: readonly Equipment[] | null | undefined
  readonly expiresAt?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly legList: readonly RequestedLegInput[]
  readonly note?: string | null | undefined
}

export interface CharterRequestPage {
  readonly nodeList: readonly CharterRequest[]
  readonly pageInfo: PageInfo
}

export interface CharterRequestPayload {
  readonly charterRequest: CharterRequest | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type CharterRequestStatus = 'BOOKED' | 'DECLINED' | 'EXPIRED' | 'OPEN' | 'QUOTED' | 'WITHDRAWN'

export interface CharterRequestUpdateInput {
  readonly acftCategoryList?: readonly AircraftCategory[] | null | undefined
  readonly equipmentList?: readonly Equipment[] | null | undefined
  readonly expiresAt?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly legList?: readonly RequestedLegInput[] | null | undefined
  readonly note?: string | null | undefined
}

export interface Confirmation {
  readonly confirmationId: string
  readonly crewMemberId: string
  readonly expiresAt: string
  readonly path: string
  readonly purpose: ConfirmationPurpose
  readonly state: ConfirmationState
  readonly subjectIdList: readonly string[]
}

export interface ConfirmationPayload {
  readonly confirmation: Confirmation | null
  readonly documentList: readonly Document[]
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type ConfirmationPurpose =
  | 'DEFERRAL_ACCEPT'
  | 'DOCUMENT_ACKNOWLEDGE'
  | 'FLIGHT_PLAN_ACCEPT'
  | 'LOG_SIGN'
  | 'RELEASE_TO_SERVICE'

export type ConfirmationState = 'CONFIRMED' | 'EXPIRED' | 'PENDING' | 'REFUSED' | 'USED'

export interface Contact {
  readonly airport: Airport | null
  readonly company: string | null
  readonly contactId: string
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly email: string | null
  readonly erasedAt: string | null
  readonly externalIdList: readonly ExternalId[]
  readonly kind: ContactKind
  readonly name: string
  readonly phone: string | null
  readonly surname: string | null
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface ContactErasePayload {
  readonly contactId: string | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface ContactInput {
  readonly airport?: string | null | undefined
  readonly company?: string | null | undefined
  readonly dateOfBirth?: string | null | undefined
  readonly documentExpiry?: string | null | undefined
  readonly documentNumber?: string | null | undefined
  readonly email?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly kind: ContactKind
  readonly name: string
  readonly nationality?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly surname?: string | null | undefined
}

export type ContactKind = 'AUTHORITY' | 'CLIENT' | 'HANDLER' | 'OTHER' | 'PASSENGER' | 'SUPPLIER'

export interface ContactPage {
  readonly nodeList: readonly Contact[]
  readonly pageInfo: PageInfo
}

export interface ContactPayload {
  readonly contact: Contact | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface ContactUpdateInput {
  readonly airport?: string | null | undefined
  readonly company?: string | null | undefined
  readonly email?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly kind?: ContactKind | null | undefined
  readonly name?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly surname?: string | null | undefined
}

export interface Conversation {
  readonly entity: ConversationEntity
  readonly entityId: string
  readonly lastMessageAt: string | null
  readonly messageCount: number
  readonly messageList: MessagePage
  readonly readList: readonly ConversationRead[]
  readonly unreadCount: number
}

export type ConversationEntity = 'CHARTER_REQUEST' | 'QUOTE' | 'SAFETY_REPORT' | 'SERVICE_REQUEST'

export interface ConversationRead {
  readonly at: string
  readonly by: MessageSide
  readonly messageId: string
}

export interface ConversationReadPayload {
  readonly conversation: Conversation | null
  readonly userErrorList: readonly UserError[]
}

export interface Country {
  readonly countryCode: string
  readonly name: string
}

export interface CrewAssignInput {
  readonly crewMemberId: string
  readonly isPilotFlying?: boolean | null | undefined
  readonly position: CrewPosition
  readonly reportAt?: string | null | undefined
  readonly startsDuty?: boolean | null | undefined
}

export interface CrewFilter {
  readonly base?: string | null | undefined
  readonly crewMemberIdList?: readonly string[] | null | undefined
  readonly expiringBefore?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly isActive?: boolean | null | undefined
  readonly positionList?: readonly CrewPosition[] | null | undefined
  readonly typeRating?: string | null | undefined
  readonly updatedSince?: string | null | undefined
  readonly wildcard?: string | null | undefined
}

export interface CrewMember {
  readonly base: Airport
  readonly code: string
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly crewMemberId: string
  readonly dateOfBirth: string | null
  readonly dutyList: readonly Duty[]
  readonly dutyTotals: DutyTotals | null
  readonly externalIdList: readonly ExternalId[]
  readonly isActive: boolean
  readonly name: string
  readonly nationality: string | null
  readonly positionList: readonly CrewPosition[]
  readonly qualificationList: readonly Qualification[]
  readonly sex: Sex | null
  readonly surname: string
  readonly typeRatingList: readonly string[]
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly userId: string | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface CrewMemberInput {
  readonly base: string
  readonly code: string
  readonly dateOfBirth?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly name: string
  readonly nationality?: string | null | undefined
  readonly positionList: readonly CrewPosition[]
  readonly sex?: Sex | null | undefined
  readonly surname: string
  readonly userId?: string | null | undefined
}

export interface CrewMemberPayload {
  readonly crewMember: CrewMember | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface CrewMemberUpdateInput {
  readonly base?: string | null | undefined
  readonly code?: string | null | undefined
  readonly dateOfBirth?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly isActive?: boolean | null | undefined
  readonly name?: string | null | undefined
  readonly nationality?: string | null | undefined
  readonly positionList?: readonly CrewPosition[] | null | undefined
  readonly sex?: Sex | null | undefined
  readonly surname?: string | null | undefined
  readonly userId?: string | null | undefined
}

export interface CrewOnFlight {
  readonly confirmed: boolean
  readonly crewMember: CrewMember
  readonly isPilotFlying: boolean | null
  readonly position: CrewPosition
  readonly reportAt: string | null
  readonly startsDuty: boolean | null
}

export interface CrewPage {
  readonly nodeList: readonly CrewMember[]
  readonly pageInfo: PageInfo
}

export type CrewPosition = 'CPT' | 'DHD' | 'ENG' | 'FA' | 'FO' | 'OBS' | 'RELIEF'

export type DefectStatus = 'DEFERRED' | 'OPEN' | 'RECTIFIED' | 'RELEASED'

export interface DeferralInput {
  readonly deferredUntil?: string | null | undefined
  readonly limitCycles?: number | null | undefined
  readonly limitHours?: string | null | undefined
  readonly maintenanceProcedure?: string | null | undefined
  readonly melCategory: MelCategory
  readonly melReference: string
  readonly operationalProcedure?: string | null | undefined
  readonly restrictionList?: readonly string[] | null | undefined
}

export interface Delay {
  readonly code: string
  readonly minutes: number
  readonly note: string | null
}

export interface DelayInput {
  readonly code: string
  readonly minutes: number
  readonly note?: string | null | undefined
}

export interface Document {
  readonly acknowledgementList: readonly Acknowledgement[]
  readonly aircraftId: string | null
  readonly audienceList: readonly DocumentAudience[]
  readonly byteSize: number
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly crewMemberId: string | null
  readonly documentId: string
  readonly externalIdList: readonly ExternalId[]
  readonly flightId: string | null
  readonly isOnHold: boolean
  readonly isPassengerData: boolean
  readonly kind: DocumentKind
  readonly mediaType: string
  readonly retainUntil: string | null
  readonly retention: RetentionClass
  readonly revision: number
  readonly revisionList: readonly DocumentRevision[]
  readonly serviceRequestId: string | null
  readonly sha256: string
  readonly title: string
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export type DocumentAudience = 'BUYER' | 'CREW' | 'PROVIDER'

export interface DocumentFilter {
  readonly aircraftId?: string | null | undefined
  readonly crewMemberId?: string | null | undefined
  readonly documentIdList?: readonly string[] | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightId?: string | null | undefined
  readonly kindList?: readonly DocumentKind[] | null | undefined
  readonly serviceRequestId?: string | null | undefined
  readonly updatedSince?: string | null | undefined
  readonly validOn?: string | null | undefined
  readonly visitId?: string | null | undefined
}

export interface DocumentInput {
  readonly aircraftId?: string | null | undefined
  readonly audienceList?: readonly DocumentAudience[] | null | undefined
  readonly crewMemberId?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightId?: string | null | undefined
  readonly isPassengerData?: boolean | null | undefined
  readonly kind: DocumentKind
  readonly retention?: RetentionClass | null | undefined
  readonly serviceRequestId?: string | null | undefined
  readonly title: string
  readonly uploadId: string
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
}

export type DocumentKind =
  | 'AIRCRAFT_CERTIFICATE'
  | 'ATC_FPL'
  | 'CONTRACT'
  | 'CREW_PAPER'
  | 'FUEL_RELEASE'
  | 'GENDEC'
  | 'HANDLING_CONFIRMATION'
  | 'INVOICE'
  | 'MANUAL'
  | 'MASS_BALANCE'
  | 'NOTAM'
  | 'OFP'
  | 'OTHER'
  | 'PAX_MANIFEST'
  | 'PERMIT'
  | 'WEATHER'

export interface DocumentLink {
  readonly expiresAt: string
  readonly path: string
  readonly sha256: string
}

export interface DocumentPage {
  readonly nodeList: readonly Document[]
  readonly pageInfo: PageInfo
}

export interface DocumentPayload {
  readonly document: Document | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface DocumentRevision {
  readonly byteSize: number
  readonly changeNote: string | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly mediaType: string
  readonly revision: number
  readonly sha256: string
}

export interface DocumentUpdateInput {
  readonly audienceList?: readonly DocumentAudience[] | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly isOnHold?: boolean | null | undefined
  readonly isPassengerData?: boolean | null | undefined
  readonly retention?: RetentionClass | null | undefined
  readonly title?: string | null | undefined
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
}

export interface DocumentUpload {
  readonly expiresAt: string
  readonly path: string
  readonly uploadId: string
}

export interface DocumentUploadInput {
  readonly byteSize: number
  readonly mediaType: string
  readonly sha256: string
}

export interface DocumentUploadPayload {
  readonly upload: DocumentUpload | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface Duty {
  readonly actualEndAt: string | null
  readonly actualStartAt: string | null
  readonly assessmentList: readonly DutyAssessment[]
  readonly breakMinutes: number | null
  readonly calledOutAt: string | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly crewMemberId: string
  readonly dutyId: string
  readonly endAirport: Airport | null
  readonly endAt: string
  readonly externalIdList: readonly ExternalId[]
  readonly fdpEndAt: string | null
  readonly fdpMinutes: number | null
  readonly fdpStartAt: string | null
  readonly flightIdList: readonly string[]
  readonly kind: DutyKind
  readonly maxMinutes: number | null
  readonly period: DutyPeriod | null
  readonly plannedEndAt: string
  readonly plannedStartAt: string
  readonly restBeforeMinutes: number | null
  readonly sectorCount: number
  readonly startAirport: Airport | null
  readonly startAt: string
  readonly startsDuty: boolean | null
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
  readonly warningList: readonly Warning[]
}

export interface DutyAssessment {
  readonly assessedAt: string
  readonly isLegal: boolean
  readonly isStale: boolean
  readonly maxFdpMinutes: number | null
  readonly messageList: readonly string[]
  readonly minRestMinutes: number | null
  readonly ruleSet: string
  readonly source: string
}

export interface DutyAssessmentInput {
  readonly dutyVersion: number
  readonly isLegal: boolean
  readonly maxFdpMinutes?: number | null | undefined
  readonly messageList?: readonly string[] | null | undefined
  readonly minRestMinutes?: number | null | undefined
  readonly ruleSet: string
}

export interface DutyFilter {
  readonly crewMemberIdList?: readonly string[] | null | undefined
  readonly dutyIdList?: readonly string[] | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightId?: string | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly kindList?: readonly DutyKind[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface DutyInput {
  readonly crewMemberId: string
  readonly endAirport?: string | null | undefined
  readonly endAt: string
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly kind: DutyKind
  readonly startAirport?: string | null | undefined
  readonly startAt: string
  readonly startsDuty?: boolean | null | undefined
}

export type DutyKind =
  | 'FATIGUE'
  | 'FLIGHT'
  | 'OFF'
  | 'OFFICE'
  | 'POSITIONING'
  | 'RESERVE'
  | 'SICK'
  | 'SIMULATOR'
  | 'STANDBY'
  | 'TRAINING'
  | 'UNFIT'
  | 'VACATION'

export interface DutyLimits {
  readonly debriefMinutes: number
  readonly isOn: boolean
  readonly maxDutyMinutes: number
  readonly minRestMinutes: number
  readonly newDutyGapMinutes: number
  readonly reportMinutes: number
  readonly restFollowsDuty: boolean
  readonly splitBreakMinutes: number
  readonly splitBreakPercent: number
  readonly standbyPercent: number
}

export interface DutyLimitsInput {
  readonly debriefMinutes?: number | null | undefined
  readonly isOn?: boolean | null | undefined
  readonly maxDutyMinutes?: number | null | undefined
  readonly minRestMinutes?: number | null | undefined
  readonly newDutyGapMinutes?: number | null | undefined
  readonly reportMinutes?: number | null | undefined
  readonly restFollowsDuty?: boolean | null | undefined
  readonly splitBreakMinutes?: number | null | undefined
  readonly splitBreakPercent?: number | null | undefined
  readonly standbyPercent?: number | null | undefined
}

export interface DutyPage {
  readonly nodeList: readonly Duty[]
  readonly pageInfo: PageInfo
}

export interface DutyPayload {
  readonly atRiskFlightIdList: readonly string[]
  readonly duty: Duty | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface DutyPeriod {
  readonly breakMinutes: number
  readonly countedMinutes: number
  readonly dutyIdList: readonly string[]
  readonly endAt: string
  readonly startAt: string
}

export interface DutyTotals {
  readonly at: string
  readonly block12Months: number
  readonly block28Days: number
  readonly blockCalendarYear: number
  readonly deadhead28Days: number
  readonly duty7Days: number
  readonly duty14Days: number
  readonly duty28Days: number
  readonly positionList: readonly PositionTotals[]
  readonly sectors7Days: number
}

export interface DutyUpdateInput {
  readonly endAirport?: string | null | undefined
  readonly endAt?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly kind?: DutyKind | null | undefined
  readonly startAirport?: string | null | undefined
  readonly startAt?: string | null | undefined
  readonly startsDuty?: boolean | null | undefined
}

export interface EmptyLeg {
  readonly acftType: AircraftType
  readonly adep: Airport
  readonly ades: Airport
  readonly aircraftId: string
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly earliest: string
  readonly emptyLegId: string
  readonly emptyLegNumber: string
  readonly externalIdList: readonly ExternalId[]
  readonly flightId: string | null
  readonly heldBy: Actor | null
  readonly heldUntil: string | null
  readonly isHeldByMe: boolean
  readonly latest: string
  readonly price: Money | null
  readonly seatCount: number
  readonly status: EmptyLegStatus
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface EmptyLegFilter {
  readonly emptyLegIdList?: readonly string[] | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly minSeats?: number | null | undefined
  readonly near?: string | null | undefined
  readonly radiusNm?: number | null | undefined
  readonly statusList?: readonly EmptyLegStatus[] | null | undefined
  readonly toward?: string | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface EmptyLegInput {
  readonly earliest: string
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightId: string
  readonly latest: string
  readonly price?: MoneyInput | null | undefined
}

export interface EmptyLegPage {
  readonly nodeList: readonly EmptyLeg[]
  readonly pageInfo: PageInfo
}

export interface EmptyLegPayload {
  readonly emptyLeg: EmptyLeg | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type EmptyLegStatus = 'EXPIRED' | 'HELD' | 'PUBLISHED' | 'SOLD' | 'WITHDRAWN'

export interface EmptyLegUpdateInput {
  readonly earliest?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly latest?: string | null | undefined
  readonly price?: MoneyInput | null | undefined
}

export type EngineType = 'ELECTRIC' | 'JET' | 'PISTON' | 'ROCKET' | 'TURBOPROP'

export type EntityKind =
  | 'AIRCRAFT'
  | 'AVAILABILITY'
  | 'CHARTER_REQUEST'
  | 'CONTACT'
  | 'CREW_MEMBER'
  | 'DOCUMENT'
  | 'DUTY'
  | 'EMPTY_LEG'
  | 'FLIGHT'
  | 'FLIGHT_PLAN'
  | 'JOURNEY_LOG'
  | 'LOGBOOK_ENTRY'
  | 'MAINTENANCE_DUE'
  | 'MY_DUTY'
  | 'MY_FLIGHT'
  | 'MY_QUALIFICATION'
  | 'MY_SAFETY_REPORT'
  | 'OPERATOR_SETTINGS'
  | 'QUALIFICATION'
  | 'QUOTE'
  | 'SAFETY_REPORT'
  | 'SERVICE_REQUEST'
  | 'TECH_LOG_ENTRY'
  | 'TRAVEL_DOCUMENT'
  | 'TRIP'
  | 'UNAVAILABILITY'
  | 'VISIT'

export type Equipment =
  | 'BED'
  | 'CPDLC'
  | 'GALLEY'
  | 'LAVATORY'
  | 'MEDEVAC'
  | 'PBN_RNP_AR'
  | 'PETS'
  | 'RVSM'
  | 'SATPHONE'
  | 'STEEP_APPROACH'
  | 'WIFI'

export interface ExternalId {
  readonly system: string
  readonly value: string
}

export interface ExternalIdInput {
  readonly system: string
  readonly value?: string | null | undefined
}

export interface ExternalIdPayload {
  readonly externalIdList: readonly ExternalId[] | null
  readonly userErrorList: readonly UserError[]
  readonly version: number | null
  readonly warningList: readonly Warning[]
}

export interface Flight {
  readonly actual: MovementTimes
  readonly adep: Airport
  readonly ades: Airport
  readonly airborneMinutes: number | null
  readonly aircraft: Aircraft
  readonly alternateList: readonly Airport[]
  readonly arrivalAirport: Airport
  readonly arrivalVisitId: string | null
  readonly blockMinutes: number | null
  readonly calculatedTakeOff: string | null
  readonly callsign: string | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly crewList: readonly CrewOnFlight[]
  readonly delayList: readonly Delay[]
  readonly departureVisitId: string | null
  readonly distanceNm: number
  readonly divertedTo: Airport | null
  readonly estimate: TimePair | null
  readonly externalIdList: readonly ExternalId[]
  readonly firstOffBlock: string | null
  readonly flightId: string
  readonly flightNo: string
  readonly flightPlan: FlightPlan | null
  readonly fuel: FuelRecord | null
  readonly historyList: readonly FlightHistoryEntry[]
  readonly isAtRisk: boolean
  readonly journeyLog: JourneyLog | null
  readonly kind: FlightKind
  readonly landingCount: number | null
  readonly legNumber: number | null
  readonly opsNote: string | null
  readonly passengerList: readonly Passenger[]
  readonly paxCount: PaxCount
  readonly riskReasonList: readonly WarningCode[]
  readonly rules: FlightRules
  readonly schedule: TimePair
  readonly serviceRequestList: readonly ServiceRequest[]
  readonly status: FlightStatus
  readonly statusReason: string | null
  readonly targetOffBlock: string | null
  readonly timeReportList: readonly TimeReport[]
  readonly trip: Trip | null
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
  readonly warningList: readonly Warning[]
}

export type FlightBasis = 'EXPECTED' | 'PLANNED'

export interface FlightChangeInput {
  readonly adep?: string | null | undefined
  readonly ades?: string | null | undefined
  readonly aircraftId?: string | null | undefined
  readonly alternateList?: readonly string[] | null | undefined
  readonly calculatedTakeOff?: string | null | undefined
  readonly callsign?: string | null | undefined
  readonly crewList?: readonly CrewAssignInput[] | null | undefined
  readonly expectedVersion: number
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightId: string
  readonly flightNo?: string | null | undefined
  readonly kind?: FlightKind | null | undefined
  readonly offBlock?: string | null | undefined
  readonly onBlock?: string | null | undefined
  readonly opsNote?: string | null | undefined
  readonly paxCount?: number | null | undefined
  readonly reason?: string | null | undefined
  readonly rules?: FlightRules | null | undefined
  readonly targetOffBlock?: string | null | undefined
  readonly tripId?: string | null | undefined
}

export interface FlightCreateInput {
  readonly adep: string
  readonly ades: string
  readonly aircraftId: string
  readonly callsign?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightNo?: string | null | undefined
  readonly kind: FlightKind
  readonly offBlock: string
  readonly onBlock?: string | null | undefined
  readonly opsNote?: string | null | undefined
  readonly paxCount?: number | null | undefined
  readonly rules?: FlightRules | null | undefined
  readonly status?: FlightStatus | null | undefined
  readonly tripId?: string | null | undefined
}

export type FlightEnd = 'ARRIVAL' | 'DEPARTURE'

export interface FlightFilter {
  readonly adep?: string | null | undefined
  readonly ades?: string | null | undefined
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly basis?: FlightBasis | null | undefined
  readonly callsign?: string | null | undefined
  readonly crewMemberId?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightIdList?: readonly string[] | null | undefined
  readonly flightNo?: string | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly isAtRisk?: boolean | null | undefined
  readonly kindList?: readonly FlightKind[] | null | undefined
  readonly registration?: string | null | undefined
  readonly statusList?: readonly FlightStatus[] | null | undefined
  readonly tripId?: string | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface FlightHistoryEntry {
  readonly at: string
  readonly by: Actor | null
  readonly fieldList: readonly string[]
  readonly from: FlightStatus | null
  readonly reason: string | null
  readonly timeReportList: readonly TimeReport[]
  readonly to: FlightStatus | null
}

export type FlightKind = 'CARGO' | 'CHARTER' | 'FERRY' | 'MEDEVAC' | 'OWNER' | 'TEST' | 'TRAINING'

export interface FlightListPayload {
  readonly flightList: readonly Flight[] | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface FlightPage {
  readonly nodeList: readonly Flight[]
  readonly pageInfo: PageInfo
}

export interface FlightPassengerPayload {
  readonly contactId: string | null
  readonly flight: Flight | null
  readonly travelDocumentId: string | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface FlightPayload {
  readonly flight: Flight | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type FlightPhase =
  | 'APPROACH'
  | 'CLIMB'
  | 'CRUISE'
  | 'DESCENT'
  | 'GROUND'
  | 'LANDING'
  | 'MAINTENANCE'
  | 'TAKE_OFF'
  | 'TAXI'

export interface FlightPlan {
  readonly acceptance: Signature | null
  readonly additionalFuel: number | null
  readonly adep: Airport
  readonly ades: Airport
  readonly aircraftId: string
  readonly alternateFuel: number | null
  readonly alternateList: readonly Airport[]
  readonly blockFuel: number
  readonly computedAt: string
  readonly contingencyFuel: number | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly cruise: string | null
  readonly externalIdList: readonly ExternalId[]
  readonly extraFuel: number | null
  readonly finalReserveFuel: number | null
  readonly flightId: string
  readonly flightNo: string
  readonly flightPlanId: string
  readonly fuelUnit: FuelUnit
  readonly landingKg: number | null
  readonly levels: string | null
  readonly maxLandingKg: number | null
  readonly maxPayloadKg: number | null
  readonly maxTakeOffKg: number | null
  readonly maxZeroFuelKg: number | null
  readonly outdatedList: readonly FlightPlanChange[]
  readonly payloadKg: number | null
  readonly revision: number
  readonly route: string
  readonly source: string
  readonly status: FlightPlanStatus
  readonly takeOffKg: number | null
  readonly taxiFuel: number | null
  readonly tripFuel: number
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
  readonly writtenAs: FlightPlanWriter
  readonly zeroFuelKg: number | null
}

export type FlightPlanChange = 'ADEP' | 'ADES' | 'AIRCRAFT' | 'PAYLOAD'

export interface FlightPlanFilter {
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightIdList?: readonly string[] | null | undefined
  readonly flightPlanIdList?: readonly string[] | null | undefined
  readonly statusList?: readonly FlightPlanStatus[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface FlightPlanInput {
  readonly additionalFuel?: number | null | undefined
  readonly adep: string
  readonly ades: string
  readonly aircraftId: string
  readonly alternateFuel?: number | null | undefined
  readonly alternateList?: readonly string[] | null | undefined
  readonly blockFuel: number
  readonly computedAt: string
  readonly contingencyFuel?: number | null | undefined
  readonly cruise?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly extraFuel?: number | null | undefined
  readonly finalReserveFuel?: number | null | undefined
  readonly flightId: string
  readonly fuelUnit: FuelUnit
  readonly landingKg?: number | null | undefined
  readonly levels?: string | null | undefined
  readonly maxLandingKg?: number | null | undefined
  readonly maxPayloadKg?: number | null | undefined
  readonly maxTakeOffKg?: number | null | undefined
  readonly maxZeroFuelKg?: number | null | undefined
  readonly payloadKg?: number | null | undefined
  readonly route: string
  readonly source: string
  readonly takeOffKg?: number | null | undefined
  readonly taxiFuel?: number | null | undefined
  readonly tripFuel: number
  readonly zeroFuelKg?: number | null | undefined
}

export interface FlightPlanPage {
  readonly nodeList: readonly FlightPlan[]
  readonly pageInfo: PageInfo
}

export interface FlightPlanPayload {
  readonly flightPlan: FlightPlan | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type FlightPlanStatus = 'ACCEPTED' | 'OUTDATED' | 'PLANNED' | 'SUPERSEDED'

export type FlightPlanWriter = 'FLIGHT_DECK' | 'FLIGHT_SUPPORT' | 'OPERATOR'

export type FlightRules = 'IFR' | 'VFR' | 'Y' | 'Z'

export type FlightStatus =
  | 'AIRBORNE'
  | 'CANCELLED'
  | 'CLOSED'
  | 'CONFIRMED'
  | 'LANDED'
  | 'OFF_BLOCK'
  | 'ON_BLOCK'
  | 'OPTION'
  | 'RELEASED'

export interface FlightUpdateInput {
  readonly adep?: string | null | undefined
  readonly ades?: string | null | undefined
  readonly aircraftId?: string | null | undefined
  readonly alternateList?: readonly string[] | null | undefined
  readonly calculatedTakeOff?: string | null | undefined
  readonly callsign?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightId: string
  readonly flightNo?: string | null | undefined
  readonly kind?: FlightKind | null | undefined
  readonly offBlock?: string | null | undefined
  readonly onBlock?: string | null | undefined
  readonly opsNote?: string | null | undefined
  readonly paxCount?: number | null | undefined
  readonly reason?: string | null | undefined
  readonly rules?: FlightRules | null | undefined
  readonly targetOffBlock?: string | null | undefined
  readonly tripId?: string | null | undefined
}

export interface FreeAircraft {
  readonly aircraft: Aircraft
  readonly hasOption: boolean
  readonly place: Airport
}

export interface FreeCrew {
  readonly crewMember: CrewMember
  readonly isInReserve: boolean
  readonly isOnStandby: boolean
  readonly place: Airport
  readonly warningList: readonly Warning[]
}

export interface FuelInput {
  readonly beforeUplift?: number | null | undefined
  readonly blockOff?: number | null | undefined
  readonly blockOn?: number | null | undefined
  readonly densityKgPerLitre?: string | null | undefined
  readonly unit: FuelUnit
  readonly uplift?: number | null | undefined
}

export interface FuelRecord {
  readonly beforeUplift: number | null
  readonly blockOff: number | null
  readonly blockOn: number | null
  readonly unit: FuelUnit
  readonly uplift: number | null
  readonly upliftList: readonly FuelUplift[]
  readonly used: number | null
}

export type FuelUnit = 'KG' | 'LB' | 'LITRE' | 'USG'

export interface FuelUplift {
  readonly at: string | null
  readonly densityKgPerLitre: string | null
  readonly fuelUpliftId: string
  readonly isDutyPaid: boolean | null
  readonly quantity: string
  readonly releaseNumber: string | null
  readonly serviceRequestId: string | null
  readonly supplierName: string | null
  readonly ticketNumber: string | null
  readonly unit: FuelUnit
}

export interface FuelUpliftInput {
  readonly at?: string | null | undefined
  readonly densityKgPerLitre?: string | null | undefined
  readonly isDutyPaid?: boolean | null | undefined
  readonly quantity: string
  readonly releaseNumber?: string | null | undefined
  readonly supplierName?: string | null | undefined
  readonly ticketNumber?: string | null | undefined
  readonly unit: FuelUnit
}

export interface FuelUpliftPayload {
  readonly flight: Flight | null
  readonly fuelUplift: FuelUplift | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface FuelUpliftUpdateInput {
  readonly at?: string | null | undefined
  readonly densityKgPerLitre?: string | null | undefined
  readonly isDutyPaid?: boolean | null | undefined
  readonly quantity?: string | null | undefined
  readonly releaseNumber?: string | null | undefined
  readonly supplierName?: string | null | undefined
  readonly ticketNumber?: string | null | undefined
  readonly unit?: FuelUnit | null | undefined
}

export interface IntervalInput {
  readonly from: string
  readonly to: string
}

export interface JourneyLog {
  readonly acftICAO: string
  readonly airborneMinutes: number | null
  readonly aircraftId: string
  readonly amendReason: string | null
  readonly arrivalICAO: string
  readonly baggageKg: number | null
  readonly blockMinutes: number | null
  readonly cargoKg: number | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly crewList: readonly LogCrew[]
  readonly date: string
  readonly deicingAt: string | null
  readonly deicingFluid: string | null
  readonly departureICAO: string
  readonly externalIdList: readonly ExternalId[]
  readonly flightId: string
  readonly flightNo: string
  readonly fuel: FuelRecord | null
  readonly ifrMinutes: number | null
  readonly incidents: string | null
  readonly journeyLogId: string
  readonly nature: FlightKind
  readonly nightMinutes: number | null
  readonly observations: string | null
  readonly oilAddedMl: number | null
  readonly paxAboard: number | null
  readonly registration: string
  readonly revision: number
  readonly signature: Signature | null
  readonly status: LogStatus
  readonly times: MovementTimes
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
  readonly warningList: readonly Warning[]
}

export interface JourneyLogFilter {
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightIdList?: readonly string[] | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly journeyLogIdList?: readonly string[] | null | undefined
  readonly statusList?: readonly LogStatus[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface JourneyLogInput {
  readonly baggageKg?: number | null | undefined
  readonly cargoKg?: number | null | undefined
  readonly crewList?: readonly LogCrewInput[] | null | undefined
  readonly deicingAt?: string | null | undefined
  readonly deicingFluid?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightId: string
  readonly ifrMinutes?: number | null | undefined
  readonly incidents?: string | null | undefined
  readonly observations?: string | null | undefined
  readonly oilAddedMl?: number | null | undefined
  readonly paxAboard?: number | null | undefined
}

export interface JourneyLogPage {
  readonly nodeList: readonly JourneyLog[]
  readonly pageInfo: PageInfo
}

export interface JourneyLogPayload {
  readonly journeyLog: JourneyLog | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface LogCrew {
  readonly crewMemberId: string
  readonly isCommander: boolean
  readonly landingsDay: number
  readonly landingsNight: number
  readonly name: string
  readonly position: CrewPosition
  readonly surname: string
  readonly takeOffsDay: number
  readonly takeOffsNight: number
}

export interface LogCrewInput {
  readonly crewMemberId: string
  readonly landingsDay?: number | null | undefined
  readonly landingsNight?: number | null | undefined
  readonly takeOffsDay?: number | null | undefined
  readonly takeOffsNight?: number | null | undefined
}

export type LogStatus = 'AMENDED' | 'DRAFT' | 'SIGNED'

export interface LogbookEntry {
  readonly acftICAO: string | null
  readonly acftModel: string | null
  readonly actualInstrumentMinutes: number
  readonly adepICAO: string | null
  readonly adesICAO: string | null
  readonly annotation: string | null
  readonly approachList: readonly Approach[]
  readonly copilotMinutes: number
  readonly countersignedBy: string | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly crossCountryMinutes: number
  readonly cruiseReliefMinutes: number
  readonly date: string
  readonly dualMinutes: number
  readonly examinerMinutes: number
  readonly externalIdList: readonly ExternalId[]
  readonly flightCount: number
  readonly flightId: string | null
  readonly flightNo: string | null
  readonly fstdMinutes: number
  readonly fstdQualification: string | null
  readonly fstdType: string | null
  readonly fullStopNightLandings: number
  readonly holdCount: number
  readonly ifrMinutes: number
  readonly instructorMinutes: number
  readonly kind: LogbookKind
  readonly landing: string | null
  readonly landingsDay: number
  readonly landingsNight: number
  readonly logbookEntryId: string
  readonly multiPilotMinutes: number
  readonly nightMinutes: number
  readonly offBlock: string | null
  readonly onBlock: string | null
  readonly picMinutes: number
  readonly picName: string | null
  readonly picusMinutes: number
  readonly plannedICAO: string | null
  readonly registration: string | null
  readonly remarks: string | null
  readonly simulatedInstrumentMinutes: number
  readonly singlePilotMeMinutes: number
  readonly singlePilotSeMinutes: number
  readonly source: LogbookSource
  readonly spicMinutes: number
  readonly takeOff: string | null
  readonly takeOffsDay: number
  readonly takeOffsNight: number
  readonly totalMinutes: number
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly variant: string | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface LogbookEntryInput {
  readonly acftICAO?: string | null | undefined
  readonly acftModel?: string | null | undefined
  readonly actualInstrumentMinutes?: number | null | undefined
  readonly adepICAO?: string | null | undefined
  readonly adesICAO?: string | null | undefined
  readonly approachList?: readonly ApproachInput[] | null | undefined
  readonly copilotMinutes?: number | null | undefined
  readonly countersignedBy?: string | null | undefined
  readonly crossCountryMinutes?: number | null | undefined
  readonly cruiseReliefMinutes?: number | null | undefined
  readonly date: string
  readonly dualMinutes?: number | null | undefined
  readonly examinerMinutes?: number | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightCount?: number | null | undefined
  readonly fstdMinutes?: number | null | undefined
  readonly fstdQualification?: string | null | undefined
  readonly fstdType?: string | null | undefined
  readonly fullStopNightLandings?: number | null | undefined
  readonly holdCount?: number | null | undefined
  readonly ifrMinutes?: number | null | undefined
  readonly instructorMinutes?: number | null | undefined
  readonly kind?: LogbookKind | null | undefined
  readonly landing?: string | null | undefined
  readonly landingsDay?: number | null | undefined
  readonly landingsNight?: number | null | undefined
  readonly multiPilotMinutes?: number | null | undefined
  readonly nightMinutes?: number | null | undefined
  readonly offBlock?: string | null | undefined
  readonly onBlock?: string | null | undefined
  readonly picMinutes?: number | null | undefined
  readonly picName?: string | null | undefined
  readonly picusMinutes?: number | null | undefined
  readonly registration?: string | null | undefined
  readonly remarks?: string | null | undefined
  readonly simulatedInstrumentMinutes?: number | null | undefined
  readonly singlePilotMeMinutes?: number | null | undefined
  readonly singlePilotSeMinutes?: number | null | undefined
  readonly spicMinutes?: number | null | undefined
  readonly takeOff?: string | null | undefined
  readonly takeOffsDay?: number | null | undefined
  readonly takeOffsNight?: number | null | undefined
  readonly totalMinutes?: number | null | undefined
  readonly variant?: string | null | undefined
}

export interface LogbookEntryPayload {
  readonly logbookEntry: LogbookEntry | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface LogbookEntryUpdateInput {
  readonly acftICAO?: string | null | undefined
  readonly acftModel?: string | null | undefined
  readonly actualInstrumentMinutes?: number | null | undefined
  readonly adepICAO?: string | null | undefined
  readonly adesICAO?: string | null | undefined
  readonly approachList?: readonly ApproachInput[] | null | undefined
  readonly copilotMinutes?: number | null | undefined
  readonly countersignedBy?: string | null | undefined
  readonly crossCountryMinutes?: number | null | undefined
  readonly cruiseReliefMinutes?: number | null | undefined
  readonly date?: string | null | undefined
  readonly dualMinutes?: number | null | undefined
  readonly examinerMinutes?: number | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightCount?: number | null | undefined
  readonly fstdMinutes?: number | null | undefined
  readonly fstdQualification?: string | null | undefined
  readonly fstdType?: string | null | undefined
  readonly fullStopNightLandings?: number | null | undefined
  readonly holdCount?: number | null | undefined
  readonly ifrMinutes?: number | null | undefined
  readonly instructorMinutes?: number | null | undefined
  readonly landing?: string | null | undefined
  readonly landingsDay?: number | null | undefined
  readonly landingsNight?: number | null | undefined
  readonly multiPilotMinutes?: number | null | undefined
  readonly nightMinutes?: number | null | undefined
  readonly offBlock?: string | null | undefined
  readonly onBlock?: string | null | undefined
  readonly picMinutes?: number | null | undefined
  readonly picName?: string | null | undefined
  readonly picusMinutes?: number | null | undefined
  readonly registration?: string | null | undefined
  readonly remarks?: string | null | undefined
  readonly simulatedInstrumentMinutes?: number | null | undefined
  readonly singlePilotMeMinutes?: number | null | undefined
  readonly singlePilotSeMinutes?: number | null | undefined
  readonly spicMinutes?: number | null | undefined
  readonly takeOff?: string | null | undefined
  readonly takeOffsDay?: number | null | undefined
  readonly takeOffsNight?: number | null | undefined
  readonly totalMinutes?: number | null | undefined
  readonly variant?: string | null | undefined
}

export interface LogbookFilter {
  readonly acftICAO?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly from?: string | null | undefined
  readonly kindList?: readonly LogbookKind[] | null | undefined
  readonly logbookEntryIdList?: readonly string[] | null | undefined
  readonly registration?: string | null | undefined
  readonly sourceList?: readonly LogbookSource[] | null | undefined
  readonly to?: string | null | undefined
  readonly updatedSince?: string | null | undefined
}

export type LogbookKind = 'BROUGHT_FORWARD' | 'FLIGHT' | 'FSTD'

export interface LogbookLink {
  readonly expiresAt: string
  readonly path: string
}

export interface LogbookPage {
  readonly nodeList: readonly LogbookEntry[]
  readonly pageInfo: PageInfo
  readonly totals: LogbookTotals
}

export type LogbookSource = 'IMPORT' | 'MANUAL' | 'OPERATOR'

export interface LogbookTotals {
  readonly acftICAO: string | null
  readonly actualInstrumentMinutes: number
  readonly copilotMinutes: number
  readonly crossCountryMinutes: number
  readonly cruiseReliefMinutes: number
  readonly dualMinutes: number
  readonly examinerMinutes: number
  readonly flightCount: number
  readonly fstdMinutes: number
  readonly ifrMinutes: number
  readonly instructorMinutes: number
  readonly landingsDay: number
  readonly landingsNight: number
  readonly multiPilotMinutes: number
  readonly nightMinutes: number
  readonly picMinutes: number
  readonly picusMinutes: number
  readonly simulatedInstrumentMinutes: number
  readonly singlePilotMeMinutes: number
  readonly singlePilotSeMinutes: number
  readonly spicMinutes: number
  readonly takeOffsDay: number
  readonly takeOffsNight: number
  readonly totalMinutes: number
}

export interface MaintenanceDue {
  readonly aircraftId: string
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly doneAt: string | null
  readonly dueAirframeMinutes: number | null
  readonly dueCycles: number | null
  readonly dueDate: string | null
  readonly externalIdList: readonly ExternalId[]
  readonly isDone: boolean
  readonly maintenanceDueId: string
  readonly remainingCycles: number | null
  readonly remainingDays: number | null
  readonly remainingMinutes: number | null
  readonly title: string
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface MaintenanceDueFilter {
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly dueBefore?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly isDone?: boolean | null | undefined
  readonly maintenanceDueIdList?: readonly string[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface MaintenanceDueInput {
  readonly aircraftId: string
  readonly dueAirframeMinutes?: number | null | undefined
  readonly dueCycles?: number | null | undefined
  readonly dueDate?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly title: string
}

export interface MaintenanceDuePage {
  readonly nodeList: readonly MaintenanceDue[]
  readonly pageInfo: PageInfo
}

export interface MaintenanceDuePayload {
  readonly maintenanceDue: MaintenanceDue | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface MaintenanceDueUpdateInput {
  readonly doneAt?: string | null | undefined
  readonly dueAirframeMinutes?: number | null | undefined
  readonly dueCycles?: number | null | undefined
  readonly dueDate?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly title?: string | null | undefined
}

export interface Manifest {
  readonly personList: readonly ManifestPerson[]
}

export interface ManifestPerson {
  readonly dateOfBirth: string | null
  readonly documentExpiry: string | null
  readonly documentIssuingCountry: string | null
  readonly documentNumber: string | null
  readonly documentType: TravelDocumentType | null
  readonly isCrew: boolean
  readonly name: string
  readonly nationality: string | null
  readonly position: CrewPosition | null
  readonly sex: Sex | null
  readonly surname: string
}

export interface Me {
  readonly baseICAO: string | null
  readonly crewCode: string | null
  readonly email: string | null
  readonly name: string
  readonly qualificationList: readonly Qualification[]
  readonly surname: string
  readonly userId: string
}

export type MedicalClass = 'CABIN_CREW' | 'CLASS_1' | 'CLASS_2' | 'CLASS_3' | 'LAPL'

export type MelCategory = 'A' | 'B' | 'C' | 'D'

export interface Message {
  readonly at: string
  readonly author: string | null
  readonly from: MessageSide
  readonly messageId: string
  readonly text: string
}

export interface MessagePage {
  readonly nodeList: readonly Message[]
  readonly pageInfo: PageInfo
}

export interface MessagePayload {
  readonly message: Message | null
  readonly userErrorList: readonly UserError[]
}

export type MessageSide = 'BUYER' | 'OPERATOR' | 'PROVIDER' | 'REPORTER' | 'SAFETY_OFFICE'

export interface Money {
  readonly amount: string
  readonly currency: string
}

export interface MoneyInput {
  readonly amount: string
  readonly currency: string
}

export type MovementEvent = 'LANDING' | 'OFF_BLOCK' | 'ON_BLOCK' | 'TAKE_OFF'

export interface MovementInput {
  readonly calculatedTakeOff?: string | null | undefined
  readonly delayList?: readonly DelayInput[] | null | undefined
  readonly divertedTo?: string | null | undefined
  readonly estimatedOffBlock?: string | null | undefined
  readonly estimatedOnBlock?: string | null | undefined
  readonly flightId: string
  readonly fuel?: FuelInput | null | undefined
  readonly landing?: string | null | undefined
  readonly landingCount?: number | null | undefined
  readonly offBlock?: string | null | undefined
  readonly onBlock?: string | null | undefined
  readonly paxAboard?: number | null | undefined
  readonly reason?: string | null | undefined
  readonly source?: TimeSource | null | undefined
  readonly takeOff?: string | null | undefined
  readonly targetOffBlock?: string | null | undefined
}

export interface MovementTimes {
  readonly impliedList: readonly MovementEvent[]
  readonly landing: string | null
  readonly offBlock: string | null
  readonly onBlock: string | null
  readonly takeOff: string | null
}

export interface Mutation {
  readonly aircraftCreate: AircraftPayload
  readonly aircraftUpdate: AircraftPayload
  readonly charterRequestCreate: CharterRequestPayload
  readonly charterRequestStatusSet: CharterRequestPayload
  readonly charterRequestUpdate: CharterRequestPayload
  readonly confirmationRequest: ConfirmationPayload
  readonly contactCreate: ContactPayload
  readonly contactErase: ContactErasePayload
  readonly contactUpdate: ContactPayload
  readonly conversationRead: ConversationReadPayload
  readonly crewMemberCreate: CrewMemberPayload
  readonly crewMemberUpdate: CrewMemberPayload
  readonly documentAcknowledge: ConfirmationPayload
  readonly documentCreate: DocumentPayload
  readonly documentDelete: DocumentPayload
  readonly documentRevise: DocumentPayload
  readonly documentUpdate: DocumentPayload
  readonly documentUploadStart: DocumentUploadPayload
  readonly dutyAssessmentSet: DutyPayload
  readonly dutyCreate: DutyPayload
  readonly dutyDelete: DutyPayload
  readonly dutyUpdate: DutyPayload
  readonly emptyLegHold: EmptyLegPayload
  readonly emptyLegPublish: EmptyLegPayload
  readonly emptyLegStatusSet: EmptyLegPayload
  readonly emptyLegUpdate: EmptyLegPayload
  readonly externalIdSet: ExternalIdPayload
  readonly flightClose: FlightPayload
  readonly flightCreate: FlightPayload
  readonly flightCrewSet: FlightPayload
  readonly flightFuelUpliftAdd: FuelUpliftPayload
  readonly flightFuelUpliftRemove: FuelUpliftPayload
  readonly flightFuelUpliftUpdate: FuelUpliftPayload
  readonly flightListChange: FlightListPayload
  readonly flightMovementReport: FlightPayload
  readonly flightPassengerAdd: FlightPassengerPayload
  readonly flightPassengerListSet: FlightPayload
  readonly flightPassengerRemove: FlightPassengerPayload
  readonly flightPassengerUpdate: FlightPassengerPayload
  readonly flightPlanAccept: FlightPlanPayload
  readonly flightPlanSet: FlightPlanPayload
  readonly flightStatusSet: FlightPayload
  readonly flightUpdate: FlightPayload
  readonly journeyLogAmend: JourneyLogPayload
  readonly journeyLogSave: JourneyLogPayload
  readonly journeyLogSign: JourneyLogPayload
  readonly maintenanceDueCreate: MaintenanceDuePayload
  readonly maintenanceDueDelete: MaintenanceDuePayload
  readonly maintenanceDueUpdate: MaintenanceDuePayload
  readonly messageSend: MessagePayload
  readonly myLogbookAnnotationSet: LogbookEntryPayload
  readonly myLogbookEntryCreate: LogbookEntryPayload
  readonly myLogbookEntryDelete: LogbookEntryPayload
  readonly myLogbookEntryUpdate: LogbookEntryPayload
  readonly mySafetyMessageSend: MySafetyReportPayload
  readonly mySafetyReportCreate: MySafetyReportPayload
  readonly mySafetyReportStatusSet: MySafetyReportPayload
  readonly mySafetyReportUpdate: MySafetyReportPayload
  readonly mySafetyUploadStart: DocumentUploadPayload
  readonly operatorSettingsUpdate: OperatorSettingsPayload
  readonly operatorUpdate: OperatorPayload
  readonly qualificationDelete: QualificationPayload
  readonly qualificationSave: QualificationPayload
  readonly qualificationUpdate: QualificationPayload
  readonly quoteCreate: QuotePayload
  readonly quoteRevise: QuotePayload
  readonly quoteStatusSet: QuotePayload
  readonly quoteUpdate: QuotePayload
  readonly riskMatrixSet: RiskMatrixPayload
  readonly safetyActionAdd: SafetyReportPayload
  readonly safetyActionUpdate: SafetyReportPayload
  readonly safetyAttachmentAdd: SafetyReportPayload
  readonly safetyCodeSave: SafetyCodePayload
  readonly safetyReportCreate: SafetyReportPayload
  readonly safetyReportStatusSet: SafetyReportPayload
  readonly safetyReportUpdate: SafetyReportPayload
  readonly safetyUploadStart: DocumentUploadPayload
  readonly serviceRequestCreate: ServiceRequestPayload
  readonly serviceRequestStatusSet: ServiceRequestPayload
  readonly serviceRequestUpdate: ServiceRequestPayload
  readonly techLogEntryCreate: TechLogPayload
  readonly techLogEntryDefer: TechLogPayload
  readonly techLogEntryExtend: TechLogPayload
  readonly techLogEntryRectify: TechLogPayload
  readonly techLogEntryRelease: TechLogPayload
  readonly techLogEntryReopen: TechLogPayload
  readonly techLogEntryUpdate: TechLogPayload
  readonly testClockAdvance: TestClockPayload
  readonly travelDocumentCreate: TravelDocumentPayload
  readonly travelDocumentDelete: TravelDocumentPayload
  readonly travelDocumentUpdate: TravelDocumentPayload
  readonly travelDocumentUse: TravelDocumentUsePayload
  readonly tripCreate: TripPayload
  readonly tripDelete: TripPayload
  readonly tripUpdate: TripPayload
  readonly unavailabilityCreate: UnavailabilityPayload
  readonly unavailabilityDelete: UnavailabilityPayload
  readonly unavailabilityUpdate: UnavailabilityPayload
}

export interface MyDuty {
  readonly dutyId: string
  readonly endAt: string
  readonly kind: DutyKind
  readonly legList: readonly MyLeg[]
  readonly plannedEndAt: string
  readonly plannedStartAt: string
  readonly restBeforeMinutes: number | null
  readonly startAt: string
  readonly version: number
  readonly warningList: readonly Warning[]
}

export interface MyFlight {
  readonly acftICAO: string
  readonly acftModel: string
  readonly actual: MovementTimes
  readonly adepICAO: string
  readonly airborneMinutes: number | null
  readonly arrivalICAO: string
  readonly blockMinutes: number | null
  readonly crewList: readonly MyFlightCrew[]
  readonly flightId: string
  readonly flightNo: string
  readonly ifrMinutes: number | null
  readonly isMultiPilot: boolean
  readonly isPilotFlying: boolean | null
  readonly kind: FlightKind
  readonly landingCount: number | null
  readonly landingsDay: number
  readonly landingsNight: number
  readonly nightMinutes: number | null
  readonly picName: string | null
  readonly plannedICAO: string
  readonly position: CrewPosition
  readonly registration: string
  readonly schedule: TimePair
  readonly status: FlightStatus
  readonly takeOffsDay: number
  readonly takeOffsNight: number
  readonly version: number
}

export interface MyFlightCrew {
  readonly name: string
  readonly position: CrewPosition
  readonly surname: string
}

export interface MyFlightPage {
  readonly nodeList: readonly MyFlight[]
  readonly pageInfo: PageInfo
}

export interface MyLeg {
  readonly acftICAO: string
  readonly actual: MovementTimes
  readonly adepICAO: string
  readonly adesICAO: string
  readonly arrivalICAO: string
  readonly callsign: string | null
  readonly divertedToICAO: string | null
  readonly estimate: TimePair | null
  readonly flightId: string
  readonly flightNo: string
  readonly position: CrewPosition
  readonly registration: string
  readonly schedule: TimePair
  readonly status: FlightStatus
  readonly version: number
}

export interface MySafetyAttachment {
  readonly byteSize: number
  readonly mediaType: string
  readonly path: string
  readonly safetyAttachmentId: string
  readonly sha256: string
  readonly title: string
}

export interface MySafetyReport {
  readonly aircraftId: string | null
  readonly airport: Airport | null
  readonly confidentiality: SafetyConfidentiality
  readonly documentList: readonly MySafetyAttachment[]
  readonly dutyId: string | null
  readonly feedback: string | null
  readonly flightId: string | null
  readonly legalType: SafetyLegalType
  readonly messageList: readonly Message[]
  readonly narrative: string
  readonly occurredAt: string
  readonly reference: string | null
  readonly safetyReportId: string
  readonly sentAt: string | null
  readonly status: SafetyStatus
  readonly subject: SafetySubject
  readonly title: string
  readonly version: number
}

export interface MySafetyReportPage {
  readonly nodeList: readonly MySafetyReport[]
  readonly pageInfo: PageInfo
}

export interface MySafetyReportPayload {
  readonly safetyReport: MySafetyReport | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface MySafetyReportUpdateInput {
  readonly aircraftId?: string | null | undefined
  readonly airport?: string | null | undefined
  readonly confidentiality?: SafetyConfidentiality | null | undefined
  readonly dutyId?: string | null | undefined
  readonly flightId?: string | null | undefined
  readonly legalType?: SafetyLegalType | null | undefined
  readonly narrative?: string | null | undefined
  readonly occurredAt?: string | null | undefined
  readonly subject?: SafetySubject | null | undefined
  readonly submit?: boolean | null | undefined
  readonly title?: string | null | undefined
  readonly uploadIdList?: readonly string[] | null | undefined
}

export interface OpenAcknowledgement {
  readonly crewMemberId: string
  readonly documentId: string
}

export interface Operator {
  readonly aocNumber: string | null
  readonly baseList: readonly Airport[]
  readonly callsign: string | null
  readonly iATA: string | null
  readonly iCAO: string | null
  readonly name: string
  readonly operatorId: string
  readonly timezone: string
  readonly version: number
}

export interface OperatorPayload {
  readonly operator: Operator | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface OperatorSettings {
  readonly closeNeedsSignedLog: boolean
  readonly crewNamesShown: boolean
  readonly dutyLimits: DutyLimits
  readonly medicalClassMin: MedicalClass
  readonly passengerRetentionDays: number
  readonly planPayloadKg: number
  readonly releaseBlockList: readonly WarningCode[]
  readonly requiredCheckList: readonly QualificationKind[]
  readonly requiredDocumentList: readonly RequiredDocument[]
  readonly reviewRuleList: readonly ReviewRule[]
  readonly taxiInMinutes: number
  readonly taxiOutMinutes: number
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
}

export interface OperatorSettingsInput {
  readonly closeNeedsSignedLog?: boolean | null | undefined
  readonly crewNamesShown?: boolean | null | undefined
  readonly dutyLimits?: DutyLimitsInput | null | undefined
  readonly medicalClassMin?: MedicalClass | null | undefined
  readonly passengerRetentionDays?: number | null | undefined
  readonly planPayloadKg?: number | null | undefined
  readonly releaseBlockList?: readonly WarningCode[] | null | undefined
  readonly requiredCheckList?: readonly QualificationKind[] | null | undefined
  readonly requiredDocumentList?: readonly RequiredDocumentInput[] | null | undefined
  readonly reviewRuleList?: readonly ReviewRuleInput[] | null | undefined
  readonly taxiInMinutes?: number | null | undefined
  readonly taxiOutMinutes?: number | null | undefined
}

export interface OperatorSettingsPayload {
  readonly operatorSettings: OperatorSettings | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface OperatorUpdateInput {
  readonly aocNumber?: string | null | undefined
  readonly baseList?: readonly string[] | null | undefined
  readonly callsign?: string | null | undefined
  readonly iATA?: string | null | undefined
  readonly iCAO?: string | null | undefined
  readonly name?: string | null | undefined
  readonly timezone?: string | null | undefined
}

export interface PageInfo {
  readonly endCursor: string | null
  readonly hasMore: boolean
}

export interface PageInput {
  readonly after?: string | null | undefined
  readonly first?: number | null | undefined
  readonly isDescending?: boolean | null | undefined
}

export interface Party {
  readonly company: string | null
  readonly contactId: string
  readonly email: string | null
  readonly name: string
  readonly phone: string | null
  readonly surname: string | null
}

export interface Passenger {
  readonly age: PassengerAge
  readonly baggageCount: number | null
  readonly baggageKg: number | null
  readonly contactId: string
  readonly dateOfBirth: string | null
  readonly documentExpiry: string | null
  readonly documentNumber: string | null
  readonly isLead: boolean
  readonly isNoShow: boolean
  readonly name: string
  readonly nationality: string | null
  readonly surname: string
  readonly travelDocument: TravelDocument | null
  readonly weightKg: number | null
}

export type PassengerAge = 'ADULT' | 'CHILD' | 'INFANT'

export interface PassengerInput {
  readonly age?: PassengerAge | null | undefined
  readonly baggageCount?: number | null | undefined
  readonly baggageKg?: number | null | undefined
  readonly contact?: ContactInput | null | undefined
  readonly contactId?: string | null | undefined
  readonly isLead?: boolean | null | undefined
  readonly travelDocument?: TravelDocumentInput | null | undefined
  readonly travelDocumentId?: string | null | undefined
  readonly weightKg?: number | null | undefined
}

export interface PassengerUpdateInput {
  readonly age?: PassengerAge | null | undefined
  readonly baggageCount?: number | null | undefined
  readonly baggageKg?: number | null | undefined
  readonly isLead?: boolean | null | undefined
  readonly isNoShow?: boolean | null | undefined
  readonly travelDocumentId?: string | null | undefined
  readonly weightKg?: number | null | undefined
}

export interface PaxCount {
  readonly baggageCount: number | null
  readonly baggageKg: number | null
  readonly child: number | null
  readonly female: number | null
  readonly infant: number | null
  readonly male: number | null
  readonly named: number
  readonly seated: number
  readonly total: number
  readonly weighed: number
  readonly weightKg: number | null
}

export type PaymentState = 'DEPOSIT_PAID' | 'NONE' | 'PAID' | 'REFUNDED'

export interface Permit {
  readonly countryCode: string
  readonly entryPoint: string | null
  readonly exitPoint: string | null
  readonly number: string | null
  readonly revision: number | null
  readonly validFrom: string | null
  readonly validTo: string | null
}

export interface PermitInput {
  readonly countryCode: string
  readonly entryPoint?: string | null | undefined
  readonly exitPoint?: string | null | undefined
  readonly number?: string | null | undefined
  readonly revision?: number | null | undefined
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
}

export interface PermitToFly {
  readonly authority: string
  readonly conditions: string | null
  readonly number: string
  readonly validFrom: string
  readonly validTo: string
}

export interface PersonName {
  readonly isUser: boolean
  readonly name: string
  readonly surname: string
  readonly userId: string
}

export interface PlannedLeg {
  readonly adep: Airport
  readonly ades: Airport
  readonly distanceNm: number
  readonly isPositioning: boolean
  readonly legIndex: number
  readonly offBlock: string
  readonly onBlock: string
}

export interface PlannedLegInput {
  readonly adep: string
  readonly ades: string
  readonly isPositioning?: boolean | null | undefined
  readonly offBlock: string
  readonly onBlock?: string | null | undefined
}

export interface PositionTotals {
  readonly block12Months: number
  readonly block28Days: number
  readonly blockCalendarYear: number
  readonly position: CrewPosition
  readonly sectors7Days: number
}

export interface Qualification {
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly crewMemberId: string
  readonly externalIdList: readonly ExternalId[]
  readonly issuingCountry: string | null
  readonly kind: QualificationKind
  readonly label: string
  readonly medicalClass: MedicalClass | null
  readonly number: string | null
  readonly qualificationId: string
  readonly ratingCode: string | null
  readonly supersededById: string | null
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly validFrom: string
  readonly validTo: string | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface QualificationFilter {
  readonly crewMemberIdList?: readonly string[] | null | undefined
  readonly expiringBefore?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly isSuperseded?: boolean | null | undefined
  readonly kindList?: readonly QualificationKind[] | null | undefined
  readonly qualificationIdList?: readonly string[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface QualificationInput {
  readonly crewMemberId: string
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly issuingCountry?: string | null | undefined
  readonly kind: QualificationKind
  readonly label: string
  readonly medicalClass?: MedicalClass | null | undefined
  readonly number?: string | null | undefined
  readonly ratingCode?: string | null | undefined
  readonly supersedesId?: string | null | undefined
  readonly validFrom: string
  readonly validTo?: string | null | undefined
}

export type QualificationKind =
  | 'DG_CRM'
  | 'INSTRUMENT'
  | 'LANGUAGE'
  | 'LICENCE'
  | 'LINE_CHECK'
  | 'LPC'
  | 'MEDICAL'
  | 'OPC'
  | 'OTHER'
  | 'PASSPORT'
  | 'TYPE_RATING'
  | 'VISA'

export interface QualificationPage {
  readonly nodeList: readonly Qualification[]
  readonly pageInfo: PageInfo
}

export interface QualificationPayload {
  readonly qualification: Qualification | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface QualificationUpdateInput {
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly issuingCountry?: string | null | undefined
  readonly label?: string | null | undefined
  readonly medicalClass?: MedicalClass | null | undefined
  readonly number?: string | null | undefined
  readonly ratingCode?: string | null | undefined
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
}

export interface Query {
  readonly aircraft: Aircraft | null
  readonly aircraftList: AircraftPage
  readonly aircraftSchedule: AircraftSchedule | null
  readonly aircraftScheduleList: AircraftSchedulePage
  readonly aircraftTypeList: readonly AircraftType[]
  readonly airportByCode: Airport | null
  readonly airportList: readonly Airport[]
  readonly assigneeList: readonly PersonName[]
  readonly availabilitySearch: readonly AvailabilityOption[]
  readonly briefing: Briefing | null
  readonly changeList: ChangePage
  readonly charterRequest: CharterRequest | null
  readonly charterRequestList: CharterRequestPage
  readonly confirmation: Confirmation | null
  readonly contact: Contact | null
  readonly contactList: ContactPage
  readonly countryList: readonly Country[]
  readonly crewMember: CrewMember | null
  readonly crewMemberList: CrewPage
  readonly document: Document | null
  readonly documentLink: DocumentLink | null
  readonly documentList: DocumentPage
  readonly duty: Duty | null
  readonly dutyList: DutyPage
  readonly echo: string
  readonly emptyLeg: EmptyLeg | null
  readonly emptyLegList: EmptyLegPage
  readonly flight: Flight | null
  readonly flightList: FlightPage
  readonly flightPlan: FlightPlan | null
  readonly flightPlanList: FlightPlanPage
  readonly freeAircraftList: readonly FreeAircraft[]
  readonly freeCrewList: readonly FreeCrew[]
  readonly journeyLog: JourneyLog | null
  readonly journeyLogList: JourneyLogPage
  readonly maintenanceDue: MaintenanceDue | null
  readonly maintenanceDueList: MaintenanceDuePage
  readonly me: Me
  readonly myDuty: MyDuty | null
  readonly myDutyList: readonly MyDuty[]
  readonly myFlight: MyFlight | null
  readonly myFlightList: MyFlightPage
  readonly myLogbookEntry: LogbookEntry | null
  readonly myLogbookEntryList: LogbookPage
  readonly myLogbookLink: LogbookLink
  readonly myLogbookTotals: readonly LogbookTotals[]
  readonly myQualification: Qualification | null
  readonly myQualificationList: readonly Qualification[]
  readonly myRecencyList: readonly Recency[]
  readonly mySafetyReport: MySafetyReport | null
  readonly mySafetyReportList: MySafetyReportPage
  readonly operator: Operator
  readonly operatorSettings: OperatorSettings
  readonly qualification: Qualification | null
  readonly qualificationList: QualificationPage
  readonly quote: Quote | null
  readonly quoteList: QuotePage
  readonly riskMatrix: RiskMatrix
  readonly safetyCodeList: readonly SafetyCode[]
  readonly safetyReport: SafetyReport | null
  readonly safetyReportList: SafetyReportPage
  readonly scopeCatalogue: readonly ScopeInWords[]
  readonly serviceRequest: ServiceRequest | null
  readonly serviceRequestList: ServiceRequestPage
  readonly techLogEntry: TechLogEntry | null
  readonly techLogEntryList: TechLogPage
  readonly testClock: TestClock | null
  readonly tokenInfo: TokenInfo
  readonly travelDocument: TravelDocument | null
  readonly travelDocumentList: TravelDocumentPage
  readonly trip: Trip | null
  readonly tripList: TripPage
  readonly typeRatingList: readonly TypeRating[]
  readonly unavailability: Unavailability | null
  readonly unavailabilityList: UnavailabilityPage
  readonly userList: readonly User[]
  readonly visit: Visit | null
  readonly visitList: VisitPage
}

export interface Quote {
  readonly acceptedAt: string | null
  readonly aircraft: Aircraft
  readonly aircraftId: string
  readonly bookedAt: string | null
  readonly charterRequestId: string
  readonly confirmBy: string | null
  readonly conversation: Conversation
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly externalIdList: readonly ExternalId[]
  readonly gross: Money
  readonly legList: readonly PlannedLeg[]
  readonly lineList: readonly QuoteLine[]
  readonly net: Money
  readonly quoteId: string
  readonly quoteNumber: string
  readonly revision: number
  readonly sentAt: string | null
  readonly status: QuoteStatus
  readonly statusReason: string | null
  readonly supersededById: string | null
  readonly tax: Money
  readonly terms: QuoteTerms
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly validUntil: string
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface QuoteFilter {
  readonly charterRequestIdList?: readonly string[] | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly quoteIdList?: readonly string[] | null | undefined
  readonly statusList?: readonly QuoteStatus[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface QuoteInput {
  readonly aircraftId: string
  readonly charterRequestId: string
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly legList?: readonly PlannedLegInput[] | null | undefined
  readonly lineList: readonly QuoteLineInput[]
  readonly terms?: QuoteTermsInput | null | undefined
  readonly validUntil: string
}

export interface QuoteLine {
  readonly amount: Money
  readonly kind: QuoteLineKind
  readonly label: string
  readonly legIndex: number | null
  readonly quantity: string
  readonly taxAmount: Money
  readonly taxCode: string | null
  readonly taxJurisdiction: string | null
  readonly taxRate: string | null
  readonly unitPrice: Money
}

export interface QuoteLineInput {
  readonly kind: QuoteLineKind
  readonly label: string
  readonly legIndex?: number | null | undefined
  readonly quantity?: string | null | undefined
  readonly taxCode?: string | null | undefined
  readonly taxJurisdiction?: string | null | undefined
  readonly taxRate?: string | null | undefined
  readonly unitPrice: MoneyInput
}

export type QuoteLineKind =
  | 'CATERING'
  | 'COMMISSION'
  | 'CREW'
  | 'DEICING'
  | 'DISCOUNT'
  | 'FLIGHT'
  | 'FUEL_SURCHARGE'
  | 'HANDLING'
  | 'LANDING'
  | 'OTHER'
  | 'POSITIONING'
  | 'TAX'

export interface QuotePage {
  readonly nodeList: readonly Quote[]
  readonly pageInfo: PageInfo
}

export interface QuotePayload {
  readonly quote: Quote | null
  readonly trip: Trip | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type QuoteStatus = 'ACCEPTED' | 'BOOKED' | 'DRAFT' | 'EXPIRED' | 'REJECTED' | 'SENT' | 'SUPERSEDED' | 'WITHDRAWN'

export interface QuoteTerms {
  readonly approvalHours: number
  readonly cancellationList: readonly CancellationStep[]
  readonly depositPercent: string | null
  readonly isSubjectToApproval: boolean
  readonly paymentDueAt: string | null
  readonly paymentState: PaymentState
  readonly text: string | null
}

export interface QuoteTermsInput {
  readonly approvalHours?: number | null | undefined
  readonly cancellationList?: readonly CancellationStepInput[] | null | undefined
  readonly depositPercent?: string | null | undefined
  readonly isSubjectToApproval?: boolean | null | undefined
  readonly paymentDueAt?: string | null | undefined
  readonly paymentState?: PaymentState | null | undefined
  readonly text?: string | null | undefined
}

export interface QuoteUpdateInput {
  readonly aircraftId?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly legList?: readonly PlannedLegInput[] | null | undefined
  readonly lineList?: readonly QuoteLineInput[] | null | undefined
  readonly terms?: QuoteTermsInput | null | undefined
  readonly validUntil?: string | null | undefined
}

export interface Recency {
  readonly acftICAO: string
  readonly approaches: number
  readonly currentUntil: string | null
  readonly landings: number
  readonly nightCurrentUntil: string | null
  readonly nightLandings: number
  readonly nightTakeOffs: number
  readonly on: string
  readonly takeOffs: number
}

export interface RecordVersion {
  readonly at: string
  readonly by: Actor | null
  readonly fieldList: readonly string[]
  readonly version: number
}

export interface ReleaseInput {
  readonly approvalReference: string
  readonly at: string
  readonly licenceNumber: string
  readonly name: string
  readonly station?: string | null | undefined
}

export interface ReleaseToService {
  readonly approvalReference: string
  readonly at: string
  readonly licenceNumber: string
  readonly name: string
  readonly signature: Signature | null
  readonly station: Airport | null
}

export type ReminderKind =
  | 'ACTION_OVERDUE'
  | 'AUTHORITY_REPORT_DUE'
  | 'DEFERRAL_EXPIRING'
  | 'ESTIMATE_PASSED'
  | 'LOG_UNSIGNED'
  | 'MAINTENANCE_DUE'
  | 'NOT_REPORTED'
  | 'PASSENGER_LIST_MISSING'
  | 'QUALIFICATION_EXPIRING'
  | 'QUOTE_EXPIRING'
  | 'REQUEST_UNANSWERED'
  | 'TRAVEL_DOCUMENT_EXPIRING'
  | 'UNAVAILABILITY_END_PASSED'

export interface RequestedLeg {
  readonly adep: Airport
  readonly ades: Airport
  readonly earliest: string
  readonly earliestLocal: string
  readonly isArrival: boolean
  readonly isDateOnly: boolean
  readonly latest: string
  readonly latestLocal: string
  readonly legIndex: number
  readonly luggageCount: number | null
  readonly luggageNote: string | null
  readonly note: string | null
  readonly paxCount: number
  readonly petCount: number
}

export interface RequestedLegInput {
  readonly adep: string
  readonly ades: string
  readonly date?: string | null | undefined
  readonly earliest?: string | null | undefined
  readonly earliestLocal?: string | null | undefined
  readonly isArrival?: boolean | null | undefined
  readonly latest?: string | null | undefined
  readonly latestLocal?: string | null | undefined
  readonly luggageCount?: number | null | undefined
  readonly luggageNote?: string | null | undefined
  readonly note?: string | null | undefined
  readonly paxCount: number
  readonly petCount?: number | null | undefined
}

export interface RequiredDocument {
  readonly flightKind: FlightKind
  readonly kindList: readonly DocumentKind[]
}

export interface RequiredDocumentInput {
  readonly flightKind: FlightKind
  readonly kindList: readonly DocumentKind[]
}

export type RetentionClass = 'DUTY' | 'FLIGHT' | 'KEEP' | 'LOG' | 'PASSENGER' | 'TRAINING'

export type ReviewReason =
  | 'AIRCRAFT'
  | 'AIRPORT'
  | 'CALLSIGN'
  | 'CREW_COUNT'
  | 'FLIGHT_CANCELLED'
  | 'PAX_COUNT'
  | 'TIME'

export interface ReviewRule {
  readonly kind: ServiceKind
  readonly reasonList: readonly ReviewReason[]
  readonly timeMinutes: number
}

export interface ReviewRuleInput {
  readonly kind: ServiceKind
  readonly reasonList: readonly ReviewReason[]
  readonly timeMinutes: number
}

export interface Risk {
  readonly band: string
  readonly index: string
  readonly likelihood: number
  readonly severity: number
}

export interface RiskCellInput {
  readonly band: string
  readonly index: string
  readonly likelihood: number
  readonly severity: number
}

export interface RiskInput {
  readonly likelihood: number
  readonly severity: number
}

export interface RiskMatrix {
  readonly cellList: readonly Risk[]
  readonly likelihoodList: readonly string[]
  readonly severityList: readonly string[]
  readonly version: number
}

export interface RiskMatrixInput {
  readonly cellList: readonly RiskCellInput[]
  readonly likelihoodList: readonly string[]
  readonly severityList: readonly string[]
}

export interface RiskMatrixPayload {
  readonly riskMatrix: RiskMatrix | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type Role = 'ADMIN' | 'CREW' | 'MAINTENANCE' | 'OPS' | 'SAFETY' | 'SALES'

export interface Runway {
  readonly ident: string
  readonly isLighted: boolean
  readonly lengthFt: number | null
  readonly surface: string | null
  readonly widthFt: number | null
}

export interface SafetyAction {
  readonly completedAt: string | null
  readonly dueDate: string
  readonly effectiveness: string | null
  readonly isOverdue: boolean
  readonly owner: PersonName | null
  readonly safetyActionId: string
  readonly text: string
}

export interface SafetyActionInput {
  readonly completedAt?: string | null | undefined
  readonly dueDate: string
  readonly effectiveness?: string | null | undefined
  readonly ownerUserId: string
  readonly text: string
}

export interface SafetyActionUpdateInput {
  readonly completedAt?: string | null | undefined
  readonly dueDate?: string | null | undefined
  readonly effectiveness?: string | null | undefined
  readonly ownerUserId?: string | null | undefined
  readonly text?: string | null | undefined
}

export interface SafetyAttachment {
  readonly byteSize: number
  readonly isOfReporter: boolean
  readonly link: DocumentLink
  readonly mediaType: string
  readonly safetyAttachmentId: string
  readonly sha256: string
  readonly title: string
}

export interface SafetyCode {
  readonly code: string
  readonly isActive: boolean
  readonly isOwn: boolean
  readonly label: string
  readonly list: SafetyCodeList
}

export interface SafetyCodeInput {
  readonly code: string
  readonly list: SafetyCodeList
}

export type SafetyCodeList =
  | 'CATEGORY'
  | 'CAUSE'
  | 'DAMAGE'
  | 'EVENT_TYPE'
  | 'INJURY'
  | 'OCCURRENCE_CLASS'
  | 'OWN'
  | 'PHASE'

export interface SafetyCodePayload {
  readonly safetyCode: SafetyCode | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type SafetyConfidentiality = 'ANONYMOUS' | 'CONFIDENTIAL' | 'OPEN'

export interface SafetyFilter {
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightId?: string | null | undefined
  readonly legalType?: SafetyLegalType | null | undefined
  readonly occurred?: IntervalInput | null | undefined
  readonly safetyReportIdList?: readonly string[] | null | undefined
  readonly statusList?: readonly SafetyStatus[] | null | undefined
  readonly subjectList?: readonly SafetySubject[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export type SafetyLegalType = 'MANDATORY' | 'VOLUNTARY'

export interface SafetyOriginal {
  readonly aircraftId: string | null
  readonly airport: Airport | null
  readonly documentList: readonly SafetyAttachment[]
  readonly dutyId: string | null
  readonly flightId: string | null
  readonly narrative: string
  readonly occurredAt: string
  readonly reporter: SafetyReporter | null
  readonly submittedAt: string
  readonly title: string
}

export interface SafetyReport {
  readonly actionList: readonly SafetyAction[]
  readonly aircraftId: string | null
  readonly airport: Airport | null
  readonly authorityDueAt: string | null
  readonly authorityReference: string | null
  readonly awareAt: string
  readonly codeList: readonly SafetyCode[]
  readonly confidentiality: SafetyConfidentiality
  readonly conversation: Conversation
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly documentList: readonly SafetyAttachment[]
  readonly dutyId: string | null
  readonly externalIdList: readonly ExternalId[]
  readonly feedback: string | null
  readonly finalDueAt: string
  readonly finalSentAt: string | null
  readonly flightId: string | null
  readonly initialRisk: Risk | null
  readonly investigation: string | null
  readonly isLate: boolean
  readonly legalType: SafetyLegalType
  readonly linkedReportIdList: readonly string[]
  readonly narrative: string | null
  readonly occurredAt: string | null
  readonly occurredOn: string
  readonly original: SafetyOriginal | null
  readonly preliminaryDueAt: string
  readonly preliminarySentAt: string | null
  readonly reference: string
  readonly reportedToAuthorityAt: string | null
  readonly reporter: PersonName | null
  readonly residualRisk: Risk | null
  readonly safetyReportId: string
  readonly status: SafetyStatus
  readonly statusReason: string | null
  readonly subject: SafetySubject
  readonly title: string
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface SafetyReportInput {
  readonly aircraftId?: string | null | undefined
  readonly airport?: string | null | undefined
  readonly confidentiality: SafetyConfidentiality
  readonly dutyId?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightId?: string | null | undefined
  readonly legalType?: SafetyLegalType | null | undefined
  readonly narrative: string
  readonly occurredAt: string
  readonly subject: SafetySubject
  readonly submit?: boolean | null | undefined
  readonly title: string
  readonly uploadIdList?: readonly string[] | null | undefined
}

export interface SafetyReportPage {
  readonly nodeList: readonly SafetyReport[]
  readonly pageInfo: PageInfo
}

export interface SafetyReportPayload {
  readonly safetyReport: SafetyReport | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface SafetyReportUpdateInput {
  readonly airport?: string | null | undefined
  readonly authorityReference?: string | null | undefined
  readonly codeList?: readonly SafetyCodeInput[] | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly feedback?: string | null | undefined
  readonly finalSentAt?: string | null | undefined
  readonly initialRisk?: RiskInput | null | undefined
  readonly investigation?: string | null | undefined
  readonly legalType?: SafetyLegalType | null | undefined
  readonly linkedReportIdList?: readonly string[] | null | undefined
  readonly narrative?: string | null | undefined
  readonly preliminarySentAt?: string | null | undefined
  readonly reportedToAuthorityAt?: string | null | undefined
  readonly residualRisk?: RiskInput | null | undefined
  readonly subject?: SafetySubject | null | undefined
  readonly title?: string | null | undefined
}

export interface SafetyReporter {
  readonly crewMemberId: string | null
  readonly email: string | null
  readonly name: string
  readonly surname: string
  readonly userId: string
}

export type SafetyStatus = 'ACTION_REQUIRED' | 'CLOSED' | 'DRAFT' | 'SUBMITTED' | 'UNDER_REVIEW' | 'WITHDRAWN'

export type SafetySubject =
  | 'BIRD_STRIKE'
  | 'FATIGUE'
  | 'GROUND_DAMAGE'
  | 'HAZARD'
  | 'OCCURRENCE'
  | 'SECURITY'
  | 'SUGGESTION'

export interface ScopeInWords {
  readonly access: string
  readonly area: string
  readonly isAircraftBound: boolean
  readonly isForKeys: boolean
  readonly name: string
  readonly text: string
}

export type ServiceKind =
  | 'CATERING'
  | 'CREW_TRANSPORT'
  | 'CUSTOMS'
  | 'DEICING'
  | 'FLIGHT_PLAN'
  | 'FUEL'
  | 'HANDLING'
  | 'HANGAR'
  | 'HOTEL'
  | 'LANDING_PERMIT'
  | 'OVERFLIGHT_PERMIT'
  | 'PARKING'
  | 'PAX_TRANSPORT'
  | 'PPR'
  | 'SECURITY'
  | 'SLOT'
  | 'WEATHER_PACKAGE'

export interface ServiceRequest {
  readonly agreedFor: AgreedFor | null
  readonly conversation: Conversation
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly documentList: readonly Document[]
  readonly externalIdList: readonly ExternalId[]
  readonly historyList: readonly ServiceStep[]
  readonly instructions: string | null
  readonly kind: ServiceKind
  readonly leg: VisitLeg | null
  readonly permit: Permit | null
  readonly provider: Party | null
  readonly quantity: string | null
  readonly requestedFor: string | null
  readonly result: ServiceResult | null
  readonly reviewReasonList: readonly ReviewReason[]
  readonly sentAt: string | null
  readonly serviceRequestId: string
  readonly serviceRequestNumber: string
  readonly status: ServiceStatus
  readonly statusReason: string | null
  readonly unit: string | null
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
  readonly visit: Visit | null
}

export interface ServiceRequestFilter {
  readonly airport?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightId?: string | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly kindList?: readonly ServiceKind[] | null | undefined
  readonly providerContactIdList?: readonly string[] | null | undefined
  readonly serviceRequestIdList?: readonly string[] | null | undefined
  readonly statusList?: readonly ServiceStatus[] | null | undefined
  readonly updatedSince?: string | null | undefined
  readonly visitId?: string | null | undefined
}

export interface ServiceRequestInput {
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightEnd?: FlightEnd | null | undefined
  readonly flightId?: string | null | undefined
  readonly instructions?: string | null | undefined
  readonly kind: ServiceKind
  readonly permit?: PermitInput | null | undefined
  readonly providerContactId?: string | null | undefined
  readonly quantity?: string | null | undefined
  readonly requestedFor?: string | null | undefined
  readonly send?: boolean | null | undefined
  readonly unit?: string | null | undefined
  readonly visitId?: string | null | undefined
}

export interface ServiceRequestPage {
  readonly nodeList: readonly ServiceRequest[]
  readonly pageInfo: PageInfo
}

export interface ServiceRequestPayload {
  readonly serviceRequest: ServiceRequest | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface ServiceRequestUpdateInput {
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly instructions?: string | null | undefined
  readonly permit?: PermitInput | null | undefined
  readonly providerContactId?: string | null | undefined
  readonly quantity?: string | null | undefined
  readonly requestedFor?: string | null | undefined
  readonly unit?: string | null | undefined
}

export interface ServiceResult {
  readonly chargeList: readonly Charge[]
  readonly completedAt: string | null
  readonly note: string | null
  readonly reference: string | null
  readonly slotReference: string | null
  readonly slotTime: string | null
  readonly upliftList: readonly FuelUplift[]
}

export interface ServiceResultInput {
  readonly chargeList?: readonly ChargeInput[] | null | undefined
  readonly completedAt?: string | null | undefined
  readonly note?: string | null | undefined
  readonly permit?: PermitInput | null | undefined
  readonly reference?: string | null | undefined
  readonly slotReference?: string | null | undefined
  readonly slotTime?: string | null | undefined
  readonly upliftList?: readonly FuelUpliftInput[] | null | undefined
}

export type ServiceStatus =
  | 'ACKNOWLEDGED'
  | 'CANCELLATION_REQUESTED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'CONFIRMED'
  | 'DRAFT'
  | 'NOT_REQUIRED'
  | 'REJECTED'
  | 'REQUESTED'
  | 'REVIEW'

export interface ServiceStep {
  readonly at: string
  readonly by: Actor | null
  readonly from: ServiceStatus
  readonly onBehalfOf: Party | null
  readonly reason: string | null
  readonly to: ServiceStatus
}

export type Sex = 'F' | 'M' | 'X'

export interface Signature {
  readonly applicationName: string | null
  readonly crewMemberId: string | null
  readonly deviceId: string | null
  readonly licenceNumber: string | null
  readonly method: SignatureMethod
  readonly name: string
  readonly signedAt: string
}

export type SignatureMethod = 'PASSKEY' | 'PASSWORD' | 'PASSWORD_AND_CODE'

export type Species = 'AMPHIBIAN' | 'GYROCOPTER' | 'HELICOPTER' | 'LANDPLANE' | 'SEAPLANE' | 'TILTROTOR'

export interface TechLogEntry {
  readonly acceptance: Signature | null
  readonly aircraftId: string
  readonly ataChapter: string | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly deferredUntil: string | null
  readonly description: string
  readonly extensionReason: string | null
  readonly externalIdList: readonly ExternalId[]
  readonly flightId: string | null
  readonly foundAt: string
  readonly foundIn: FlightPhase | null
  readonly isExtended: boolean
  readonly isNoGo: boolean
  readonly isRecurring: boolean
  readonly limitCycles: number | null
  readonly limitHours: string | null
  readonly maintenanceProcedure: string | null
  readonly melCategory: MelCategory | null
  readonly melReference: string | null
  readonly operationalProcedure: string | null
  readonly partOff: string | null
  readonly partOn: string | null
  readonly rectification: string | null
  readonly release: ReleaseToService | null
  readonly restrictionList: readonly string[]
  readonly status: DefectStatus
  readonly statusReason: string | null
  readonly techLogEntryId: string
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface TechLogEntryInput {
  readonly aircraftId: string
  readonly ataChapter?: string | null | undefined
  readonly description: string
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly flightId?: string | null | undefined
  readonly foundAt: string
  readonly foundIn?: FlightPhase | null | undefined
  readonly isNoGo?: boolean | null | undefined
  readonly isRecurring?: boolean | null | undefined
}

export interface TechLogEntryUpdateInput {
  readonly ataChapter?: string | null | undefined
  readonly description?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly foundIn?: FlightPhase | null | undefined
  readonly isNoGo?: boolean | null | undefined
  readonly isRecurring?: boolean | null | undefined
}

export interface TechLogFilter {
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightId?: string | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly statusList?: readonly DefectStatus[] | null | undefined
  readonly techLogEntryIdList?: readonly string[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface TechLogPage {
  readonly nodeList: readonly TechLogEntry[]
  readonly pageInfo: PageInfo
}

export interface TechLogPayload {
  readonly techLogEntry: TechLogEntry | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface TestClock {
  readonly aheadSeconds: number
  readonly mostSeconds: number
  readonly now: string
  readonly way: TestClockWay
}

export interface TestClockPayload {
  readonly testClock: TestClock | null
  readonly userErrorList: readonly UserError[]
  readonly way: TestClockWay | null
}

export interface TestClockStep {
  readonly at: string
  readonly count: number
  readonly entityId: string | null
  readonly kind: TestClockStepKind
  readonly reminder: string | null
}

export type TestClockStepKind =
  | 'ACCESS_TOKENS_END'
  | 'API_KEY_ENDS'
  | 'CONNECTION_ENDS'
  | 'PASSENGERS_ERASED'
  | 'REMINDER'

export interface TestClockWay {
  readonly lookedTo: string
  readonly moreCount: number
  readonly stepList: readonly TestClockStep[]
}

export interface TimePair {
  readonly offBlock: string
  readonly offBlockLocal: string
  readonly onBlock: string
  readonly onBlockLocal: string
}

export interface TimeReport {
  readonly at: string
  readonly event: MovementEvent
  readonly isUsed: boolean
  readonly reportedAt: string
  readonly reportedBy: Actor | null
  readonly source: TimeSource
}

export type TimeSource = 'ACARS' | 'ADSB' | 'CREW' | 'HANDLER' | 'OPS'

export interface TokenInfo {
  readonly applicationName: string | null
  readonly applicationType: string | null
  readonly environment: string
  readonly expiresAt: string
  readonly isPersonal: boolean
  readonly scopeList: readonly string[]
  readonly userId: string | null
}

export interface TravelDocument {
  readonly contactId: string
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly dateOfBirth: string | null
  readonly expiry: string | null
  readonly externalIdList: readonly ExternalId[]
  readonly givenNames: string
  readonly issuingCountry: string
  readonly nationality: string
  readonly number: string
  readonly placeOfBirth: string | null
  readonly sex: Sex | null
  readonly surname: string
  readonly travelDocumentId: string
  readonly type: TravelDocumentType
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly validFrom: string | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface TravelDocumentFilter {
  readonly contactIdList?: readonly string[] | null | undefined
  readonly expiringBefore?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightId?: string | null | undefined
  readonly travelDocumentIdList?: readonly string[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface TravelDocumentInput {
  readonly dateOfBirth?: string | null | undefined
  readonly expiry?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly givenNames: string
  readonly issuingCountry: string
  readonly nationality: string
  readonly number: string
  readonly placeOfBirth?: string | null | undefined
  readonly sex?: Sex | null | undefined
  readonly surname: string
  readonly type: TravelDocumentType
  readonly validFrom?: string | null | undefined
}

export interface TravelDocumentPage {
  readonly nodeList: readonly TravelDocument[]
  readonly pageInfo: PageInfo
}

export interface TravelDocumentPayload {
  readonly laterFlightIdList: readonly string[]
  readonly travelDocument: TravelDocument | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type TravelDocumentType = 'IDENTITY_CARD' | 'PASSPORT' | 'RESIDENCE_PERMIT' | 'VISA'

export interface TravelDocumentUpdateInput {
  readonly dateOfBirth?: string | null | undefined
  readonly expiry?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly givenNames?: string | null | undefined
  readonly issuingCountry?: string | null | undefined
  readonly nationality?: string | null | undefined
  readonly number?: string | null | undefined
  readonly placeOfBirth?: string | null | undefined
  readonly sex?: Sex | null | undefined
  readonly surname?: string | null | undefined
  readonly type?: TravelDocumentType | null | undefined
  readonly validFrom?: string | null | undefined
}

export interface TravelDocumentUsePayload {
  readonly flightIdList: readonly string[]
  readonly travelDocument: TravelDocument | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export interface Trip {
  readonly client: Contact | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly externalIdList: readonly ExternalId[]
  readonly flightList: readonly Flight[]
  readonly quoteId: string | null
  readonly status: TripStatus
  readonly tripId: string
  readonly tripNumber: string
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface TripCreateInput {
  readonly clientContactId?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
}

export interface TripFilter {
  readonly clientContactId?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly quoteId?: string | null | undefined
  readonly statusList?: readonly TripStatus[] | null | undefined
  readonly tripIdList?: readonly string[] | null | undefined
  readonly tripNumber?: string | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface TripPage {
  readonly nodeList: readonly Trip[]
  readonly pageInfo: PageInfo
}

export interface TripPayload {
  readonly trip: Trip | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type TripStatus = 'CANCELLED' | 'COMPLETED' | 'CONFIRMED' | 'OPTION'

export interface TripUpdateInput {
  readonly clientContactId?: string | null | undefined
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
}

export interface TypeRating {
  readonly iCAOList: readonly string[]
  readonly label: string
  readonly ratingCode: string
}

export interface Unavailability {
  readonly aircraftId: string
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly externalIdList: readonly ExternalId[]
  readonly from: string
  readonly isEndEstimated: boolean
  readonly note: string | null
  readonly permitToFly: PermitToFly | null
  readonly reason: UnavailabilityReason
  readonly techLogEntryId: string | null
  readonly to: string
  readonly unavailabilityId: string
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
}

export interface UnavailabilityFilter {
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly reasonList?: readonly UnavailabilityReason[] | null | undefined
  readonly unavailabilityIdList?: readonly string[] | null | undefined
  readonly updatedSince?: string | null | undefined
}

export interface UnavailabilityInput {
  readonly aircraftId: string
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly from: string
  readonly isEndEstimated?: boolean | null | undefined
  readonly note?: string | null | undefined
  readonly permitAuthority?: string | null | undefined
  readonly permitConditions?: string | null | undefined
  readonly permitFrom?: string | null | undefined
  readonly permitNumber?: string | null | undefined
  readonly permitTo?: string | null | undefined
  readonly reason: UnavailabilityReason
  readonly to: string
}

export interface UnavailabilityPage {
  readonly nodeList: readonly Unavailability[]
  readonly pageInfo: PageInfo
}

export interface UnavailabilityPayload {
  readonly atRiskFlightIdList: readonly string[]
  readonly unavailability: Unavailability | null
  readonly userErrorList: readonly UserError[]
  readonly warningList: readonly Warning[]
}

export type UnavailabilityReason = 'AOG' | 'CREW' | 'MAINTENANCE' | 'OTHER' | 'OWNER_USE' | 'PARKING'

export interface UnavailabilityUpdateInput {
  readonly externalIdList?: readonly ExternalIdInput[] | null | undefined
  readonly from?: string | null | undefined
  readonly isEndEstimated?: boolean | null | undefined
  readonly note?: string | null | undefined
  readonly permitAuthority?: string | null | undefined
  readonly permitConditions?: string | null | undefined
  readonly permitFrom?: string | null | undefined
  readonly permitNumber?: string | null | undefined
  readonly permitTo?: string | null | undefined
  readonly reason?: UnavailabilityReason | null | undefined
  readonly to?: string | null | undefined
}

export interface User {
  readonly crewMemberId: string | null
  readonly email: string | null
  readonly name: string
  readonly roleList: readonly Role[]
  readonly surname: string
  readonly userId: string
}

export interface UserError {
  readonly code: UserErrorCode
  readonly message: string
  readonly path: readonly string[] | null
}

export type UserErrorCode =
  | 'AIRCRAFT_OVERLAP'
  | 'AIRCRAFT_UNAVAILABLE'
  | 'CONFIRMATION_NEEDED'
  | 'CREW_OVERLAP'
  | 'EXTERNAL_ID_TAKEN'
  | 'IDEMPOTENCY_MISMATCH'
  | 'ILLEGAL_TRANSITION'
  | 'IMPLAUSIBLE'
  | 'LIMIT_EXCEEDED'
  | 'LOCKED'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'NOT_RELEASABLE'
  | 'QUOTE_EXPIRED'
  | 'REASON_NEEDED'
  | 'RETAINED'
  | 'STALE_VERSION'
  | 'TIME_ORDER'
  | 'VALIDATION'

export interface Versioned {
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly externalIdList: readonly ExternalId[]
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
}

export interface Visit {
  readonly acftICAO: string
  readonly aircraftId: string
  readonly airport: Airport
  readonly arrival: VisitLeg | null
  readonly arriveAt: string | null
  readonly createdAt: string
  readonly createdBy: Actor | null
  readonly departAt: string | null
  readonly departure: VisitLeg | null
  readonly externalIdList: readonly ExternalId[]
  readonly mtowKg: number | null
  readonly registration: string
  readonly serviceRequestList: readonly ServiceRequest[]
  readonly updatedAt: string
  readonly updatedBy: Actor | null
  readonly version: number
  readonly versionList: readonly RecordVersion[]
  readonly visitId: string
  readonly visitNumber: string
}

export interface VisitFilter {
  readonly aircraftIdList?: readonly string[] | null | undefined
  readonly airport?: string | null | undefined
  readonly externalId?: ExternalIdInput | null | undefined
  readonly flightId?: string | null | undefined
  readonly interval?: IntervalInput | null | undefined
  readonly updatedSince?: string | null | undefined
  readonly visitIdList?: readonly string[] | null | undefined
}

export interface VisitLeg {
  readonly acftICAO: string
  readonly actual: MovementTimes
  readonly adepICAO: string
  readonly adesICAO: string
  readonly arrivalICAO: string
  readonly baggageCount: number | null
  readonly baggageKg: number | null
  readonly calculatedTakeOff: string | null
  readonly callsign: string | null
  readonly crewCount: number
  readonly estimate: TimePair | null
  readonly flightId: string
  readonly flightNo: string
  readonly kind: FlightKind
  readonly manifest: Manifest | null
  readonly mtowKg: number | null
  readonly paxCount: number
  readonly registration: string
  readonly schedule: TimePair
  readonly status: FlightStatus
  readonly weightKg: number | null
}

export interface VisitPage {
  readonly nodeList: readonly Visit[]
  readonly pageInfo: PageInfo
}

export interface Warning {
  readonly code: WarningCode
  readonly message: string
  readonly path: readonly string[] | null
  readonly subjectIdList: readonly string[]
  readonly subjectList: readonly WarningSubject[]
}

export type WarningCode =
  | 'ACTUAL_OVERLAP'
  | 'AIRCRAFT_LATE'
  | 'AIRCRAFT_NOT_ACTIVE'
  | 'BLOCK_TOO_SHORT'
  | 'COMMANDER_MISSING'
  | 'CREW_BELOW_MINIMUM'
  | 'CREW_LATE'
  | 'CREW_POSITION_GAP'
  | 'CREW_UNAVAILABLE'
  | 'DEFECT_OPEN'
  | 'DEFECT_RESTRICTION'
  | 'DEFERRAL_EXPIRED'
  | 'DELAY_SUM'
  | 'DUTY_ABOVE_MAXIMUM'
  | 'DUTY_ASSESSED_ILLEGAL'
  | 'FLIGHT_AT_RISK'
  | 'FLIGHT_NOT_RELEASED'
  | 'FUEL_BALANCE'
  | 'HELD_UNTIL_FULL_HOUR'
  | 'LOG_DIFFERS'
  | 'MAINTENANCE_DUE'
  | 'OPTION_OVERLAP'
  | 'PASSENGER_OVERLAP'
  | 'PAX_ABOVE_SEATS'
  | 'PAX_COUNT_DIFFERS'
  | 'PERMIT_TO_FLY'
  | 'PLAN_NOT_ACCEPTED'
  | 'POSITION_GAP'
  | 'QUALIFICATION_EXPIRED'
  | 'QUALIFICATION_EXPIRING'
  | 'QUALIFICATION_MISSING'
  | 'RANGE_EXCEEDED'
  | 'REST_BELOW_MINIMUM'
  | 'RETURNED_TO_STAND'
  | 'RUNWAY_SHORT'
  | 'SERVICE_NEEDS_REVIEW'
  | 'TIME_CONFLICT'
  | 'TIME_IMPLIED'
  | 'TRAVEL_DOCUMENT_EXPIRED'
  | 'TRAVEL_DOCUMENT_MISSING'
  | 'UNAVAILABILITY_OVERLAP'

export interface WarningSubject {
  readonly entity: EntityKind
  readonly entityId: string
  readonly label: string | null
}

/** The fields of every operation, before a document selects some. */
export type Data = Query & Mutation
