/** Lists every node of the graph with the scopes it needs. A new node needs a new line here, and a review. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  buildSchema as buildFromText,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLObjectType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  printSchema,
} from 'graphql'
import { renderPortalFile, renderSchemaFile, renderSupportFile } from '../../../scripts/schema-file.ts'
import { scopesOfInput, undeclaredNodes } from '../../src/graphql/access-declaration.ts'
import { buildSchema } from '../../src/graphql/schema.ts'
import { runSources } from '../support/server-process.ts'
import { preparedPlace } from '../support/test-server.ts'

/** Root fields, types, and the fields and inputs that need more than the type they stand in. */
const NODES = `
AccessRequest: no scope
AccessRequestPayload: no scope
Acknowledgement: no scope
Actor.person: contact:read
Actor: no scope
AddOn: add-on:read
AddOnChange: add-on:read
AddOnChangedItem: add-on:read
AddOnDisconnectPayload: no scope
AddOnPayload: no scope
AgreedFor: no scope
Aircraft.versionList: aircraft:read
Aircraft: aircraft:read
AircraftHours: no scope
AircraftPage: aircraft:read
AircraftPayload: no scope
AircraftSchedule: availability:read
AircraftSchedulePage: availability:read
AircraftType: no scope
Airport: no scope
ApiKey: api-key:read
ApiKeyPayload: no scope
ApiKeySecretPayload: no scope
Approach: own:logbook:read
AskableAddOn: account:read
AuditEntry: audit:read
AuditEntryPage: audit:read
AvailabilityBlock: availability:read
AvailabilityOption: availability:read
AvailableAddOn: add-on:read
Briefing: document:read flight:read
CancellationStep: no scope
Change: no scope
ChangePage: no scope
Charge: no scope
CharterRequest.versionList: sales:read
CharterRequest: sales:read
CharterRequestInput(buyerContactId): contact:read
CharterRequestPage: sales:read
CharterRequestPayload: no scope
Confirmation: no scope
ConfirmationPayload: no scope
Contact.versionList: contact:read
Contact: contact:read
ContactErasePayload: no scope
ContactInput(dateOfBirth): passenger:write
ContactInput(documentExpiry): passenger:write
ContactInput(documentNumber): passenger:write
ContactInput(kind: PASSENGER): passenger:write
ContactInput(nationality): passenger:write
ContactPage: contact:read
ContactPayload: no scope
ContactUpdateInput(kind: PASSENGER): passenger:write
Conversation: no scope
ConversationRead: no scope
ConversationReadPayload: no scope
Country: no scope
CrewMember.versionList: crew:read
CrewMember: crew:read
CrewMemberPayload: no scope
CrewOnFlight: no scope
CrewPage: crew:read
Delay: no scope
Document.versionList: document:read
Document: document:read
DocumentFilter(crewMemberId): crew:read
DocumentFilter(serviceRequestId): service:read
DocumentFilter(visitId): service:read
DocumentInput(crewMemberId): crew:read
DocumentInput(serviceRequestId): service:read
DocumentLink: no scope
DocumentPage: document:read
DocumentPayload: no scope
DocumentRevision: no scope
DocumentUpload: no scope
DocumentUploadPayload: no scope
Duty.versionList: crew:read
Duty: no scope
DutyAssessment: no scope
DutyLimits: settings:read
DutyPage: crew:read
DutyPayload: no scope
DutyPeriod: no scope
DutyTotals: crew:read
EmptyLeg.flightId: flight:read
EmptyLeg.heldBy: sales:read
EmptyLeg.versionList: availability:read
EmptyLeg: availability:read
EmptyLegPage: availability:read
EmptyLegPayload: no scope
ExternalId: no scope
ExternalIdPayload: no scope
FirstRequest: no scope
Flight.arrivalVisitId: service:read
Flight.crewList: crew:read
Flight.departureVisitId: service:read
Flight.journeyLog: log:read
Flight.passengerList: passenger:read
Flight.versionList: flight:read
Flight: flight:read
FlightChangeInput(crewList): crew:write
FlightFilter(aircraftIdList): aircraft:read
FlightFilter(crewMemberId): crew:read
FlightFilter(registration): aircraft:read
FlightHistoryEntry: no scope
FlightListPayload.flightList: flight:read
FlightListPayload: no scope
FlightPage: flight:read
FlightPassengerPayload: no scope
FlightPayload: no scope
FlightPlan.acceptance: crew:read
FlightPlan.versionList: flight:read
FlightPlan: flight:read
FlightPlanFilter(aircraftIdList): aircraft:read
FlightPlanPage: flight:read
FlightPlanPayload: no scope
FreeAircraft: aircraft:read flight:read
FreeCrew: crew:read
FuelRecord: no scope
FuelUplift.serviceRequestId: service:read
FuelUplift: no scope
FuelUpliftPayload: no scope
GrantedScope: no scope
Import: no scope
ImportColumn: no scope
ImportColumns: no scope
ImportFileColumn: no scope
ImportKeptRecord: no scope
ImportLine: no scope
ImportPage: no scope
ImportPayload: no scope
ImportProblem: no scope
ImportReport: no scope
ImportUndoPayload: no scope
ImportUndone: no scope
JourneyLog.versionList: log:read
JourneyLog: log:read
JourneyLogPage: log:read
JourneyLogPayload: no scope
LogCrew: log:read
LogbookEntry.versionList: own:logbook:read
LogbookEntry: own:logbook:read
LogbookEntryPayload: no scope
LogbookLink: own:logbook:read
LogbookPage: own:logbook:read
LogbookTotals: own:logbook:read
LoggedRequest: add-on:read api-key:read
LoggedRequestPage: add-on:read api-key:read
MaintenanceDue.versionList: log:read
MaintenanceDue: log:read
MaintenanceDuePage: log:read
MaintenanceDuePayload: no scope
Manifest: manifest:read
ManifestPerson: manifest:read
Me: own:profile
Message: no scope
MessagePage: no scope
MessagePayload: no scope
Money: no scope
MovementTimes: no scope
Mutation.accessRequestCreate: account:write
Mutation.accessRequestRefuse: add-on:write
Mutation.accountPasskeyAdd: account:write
Mutation.accountPasskeyRemove: account:write
Mutation.accountPasskeyRename: account:write
Mutation.accountPasskeyStart: account:write
Mutation.accountPasswordChange: account:write
Mutation.accountPersonalGrantEnd: account:write
Mutation.accountRecoveryCodesRenew: account:write
Mutation.accountSecondStepCancel: account:write
Mutation.accountSecondStepConfirm: account:write
Mutation.accountSecondStepEnd: account:write
Mutation.accountSecondStepStart: account:write
Mutation.accountSessionEnd: account:write
Mutation.accountSignOutEverywhere: account:write
Mutation.addOnAircraftListSet: add-on:write
Mutation.addOnDisconnect: add-on:write
Mutation.addOnNarrow: add-on:write
Mutation.addOnProviderListSet: add-on:write
Mutation.aircraftCreate: aircraft:write
Mutation.aircraftUpdate: aircraft:write
Mutation.apiKeyCreate: api-key:write
Mutation.apiKeyNetworkSet: api-key:write
Mutation.apiKeyRename: api-key:write
Mutation.apiKeyRevoke: api-key:write
Mutation.apiKeyRotate: api-key:write
Mutation.apiKeyScopeSet: api-key:write
Mutation.charterRequestCreate: sales:write
Mutation.charterRequestStatusSet: sales:write
Mutation.charterRequestUpdate: sales:write
Mutation.confirmationRequest(purpose: DEFERRAL_ACCEPT): log:write
Mutation.confirmationRequest(purpose: DOCUMENT_ACKNOWLEDGE): document:read
Mutation.confirmationRequest(purpose: FLIGHT_PLAN_ACCEPT): flight:read
Mutation.confirmationRequest(purpose: LOG_SIGN): log:write
Mutation.confirmationRequest(purpose: RELEASE_TO_SERVICE): log:write
Mutation.confirmationRequest: no scope
Mutation.contactCreate: contact:write
Mutation.contactErase: contact:write passenger:write
Mutation.contactUpdate: contact:write
Mutation.conversationRead(entity: CHARTER_REQUEST): sales:read
Mutation.conversationRead(entity: QUOTE): sales:read
Mutation.conversationRead(entity: SAFETY_REPORT): safety:read
Mutation.conversationRead(entity: SERVICE_REQUEST): service:read
Mutation.conversationRead: no scope
Mutation.crewMemberCreate: crew:write
Mutation.crewMemberUpdate: crew:write
Mutation.documentAcknowledge: document:read
Mutation.documentCreate: document:write
Mutation.documentDelete: document:write
Mutation.documentRevise: document:write
Mutation.documentUpdate: document:write
Mutation.documentUploadStart: document:write
Mutation.dutyAssessmentSet: crew:write
Mutation.dutyCreate: crew:write
Mutation.dutyDelete: crew:write
Mutation.dutyUpdate: crew:write
Mutation.emptyLegHold: sales:write
Mutation.emptyLegPublish: sales:write
Mutation.emptyLegStatusSet: sales:write
Mutation.emptyLegUpdate: sales:write
Mutation.externalIdSet(entity: AIRCRAFT): aircraft:write
Mutation.externalIdSet(entity: CHARTER_REQUEST): sales:write
Mutation.externalIdSet(entity: CONTACT): contact:write
Mutation.externalIdSet(entity: CREW_MEMBER): crew:write
Mutation.externalIdSet(entity: DOCUMENT): document:write
Mutation.externalIdSet(entity: DUTY): crew:write
Mutation.externalIdSet(entity: EMPTY_LEG): sales:write
Mutation.externalIdSet(entity: FLIGHT): flight:write
Mutation.externalIdSet(entity: FLIGHT_PLAN): flight:write
Mutation.externalIdSet(entity: JOURNEY_LOG): log:write
Mutation.externalIdSet(entity: MAINTENANCE_DUE): log:write
Mutation.externalIdSet(entity: QUALIFICATION): crew:write
Mutation.externalIdSet(entity: QUOTE): sales:write
Mutation.externalIdSet(entity: SAFETY_REPORT): safety:write
Mutation.externalIdSet(entity: SERVICE_REQUEST): service:write
Mutation.externalIdSet(entity: TECH_LOG_ENTRY): log:write
Mutation.externalIdSet(entity: TRAVEL_DOCUMENT): passenger:write
Mutation.externalIdSet(entity: TRIP): flight:write
Mutation.externalIdSet(entity: UNAVAILABILITY): aircraft:write
Mutation.externalIdSet(entity: VISIT): service:write
Mutation.externalIdSet: no scope
Mutation.flightClose: movement:write
Mutation.flightCreate: flight:write
Mutation.flightCrewSet: crew:write
Mutation.flightFuelUpliftAdd: movement:write
Mutation.flightFuelUpliftRemove: movement:write
Mutation.flightFuelUpliftUpdate: movement:write
Mutation.flightListChange: flight:write
Mutation.flightMovementReport: movement:write
Mutation.flightPassengerAdd: passenger:write
Mutation.flightPassengerListSet: passenger:read passenger:write
Mutation.flightPassengerRemove: passenger:write
Mutation.flightPassengerUpdate: passenger:write
Mutation.flightPlanAccept: flight:read
Mutation.flightPlanSet(as: FLIGHT_DECK): document:write
Mutation.flightPlanSet(as: FLIGHT_SUPPORT): document:write
Mutation.flightPlanSet(as: OPERATOR): flight:write
Mutation.flightPlanSet: no scope
Mutation.flightStatusSet: flight:write
Mutation.flightUpdate: flight:write
Mutation.journeyLogAmend: log:write
Mutation.journeyLogSave: log:write
Mutation.journeyLogSign: log:write
Mutation.maintenanceDueCreate: log:write
Mutation.maintenanceDueDelete: log:write
Mutation.maintenanceDueUpdate: log:write
Mutation.messageSend(entity: CHARTER_REQUEST): sales:write
Mutation.messageSend(entity: QUOTE): sales:write
Mutation.messageSend(entity: SAFETY_REPORT): safety:write
Mutation.messageSend(entity: SERVICE_REQUEST): service:write
Mutation.messageSend: no scope
Mutation.myLogbookAnnotationSet: own:logbook:write
Mutation.myLogbookEntryCreate: own:logbook:write
Mutation.myLogbookEntryDelete: own:logbook:write
Mutation.myLogbookEntryUpdate: own:logbook:write
Mutation.mySafetyMessageSend: own:safety
Mutation.mySafetyReportCreate: own:safety
Mutation.mySafetyReportStatusSet: own:safety
Mutation.mySafetyReportUpdate: own:safety
Mutation.mySafetyUploadStart: own:safety
Mutation.noticeMailSet: account:write
Mutation.noticeQuiet: account:write
Mutation.noticeRead: account:write
Mutation.operatorExportOpen: user:write
Mutation.operatorExportStart: user:write
Mutation.operatorSettingsUpdate: settings:write
Mutation.operatorUpdate: settings:write
Mutation.qualificationDelete: crew:write
Mutation.qualificationSave: crew:write
Mutation.qualificationUpdate: crew:write
Mutation.quoteCreate: sales:write
Mutation.quoteRevise: sales:write
Mutation.quoteStatusSet: sales:write
Mutation.quoteUpdate: sales:write
Mutation.recordsImport: user:write aircraft:write crew:write contact:write passenger:write flight:write
Mutation.recordsImportUndo: user:write aircraft:write crew:write contact:write passenger:write flight:write
Mutation.riskMatrixSet: safety:write
Mutation.safetyActionAdd: safety:write
Mutation.safetyActionUpdate: safety:write
Mutation.safetyAttachmentAdd: safety:write
Mutation.safetyCodeSave: safety:write
Mutation.safetyReportCreate: safety:write
Mutation.safetyReportStatusSet: safety:write
Mutation.safetyReportUpdate: safety:write
Mutation.safetyUploadStart: safety:write
Mutation.secondStepRequire: user:write
Mutation.serviceRequestCreate: service:write
Mutation.serviceRequestStatusSet: service:write
Mutation.serviceRequestUpdate: service:write
Mutation.techLogEntryCreate: log:write
Mutation.techLogEntryDefer: log:write
Mutation.techLogEntryExtend: log:write
Mutation.techLogEntryRectify: log:write
Mutation.techLogEntryRelease: log:write
Mutation.techLogEntryReopen: log:write
Mutation.techLogEntryUpdate: log:write
Mutation.testClockAdvance: settings:write
Mutation.travelDocumentCreate: passenger:write
Mutation.travelDocumentDelete: passenger:write
Mutation.travelDocumentUpdate: passenger:write
Mutation.travelDocumentUse: passenger:write
Mutation.tripCreate: flight:write
Mutation.tripDelete: flight:write
Mutation.tripUpdate: flight:write
Mutation.unavailabilityCreate: aircraft:write
Mutation.unavailabilityDelete: aircraft:write
Mutation.unavailabilityUpdate: aircraft:write
Mutation.userAdminSet: user:write
Mutation.userInvite: user:write
Mutation.userInviteAgain: user:write
Mutation.userRemove: user:write
Mutation.userResetSend: user:write
Mutation.userRoleSet: user:write
Mutation.userSecondStepEnd: user:write
Mutation.webhookCreate: api-key:write
Mutation.webhookDelete: api-key:write
Mutation.webhookPreview: api-key:write
Mutation.webhookResend: api-key:write
Mutation.webhookResendFrom: api-key:write
Mutation.webhookSecretRotate: api-key:write
Mutation.webhookSwitch: api-key:write
Mutation.webhookTest: api-key:write
Mutation.webhookUpdate: api-key:write
MyDuty: own:roster
MyFlight: own:roster
MyFlightCrew: own:roster
MyFlightPage: own:roster
MyLeg: no scope
MySafetyAttachment: own:safety
MySafetyReport: own:safety
MySafetyReportPage: own:safety
MySafetyReportPayload: no scope
Notice: account:read
NoticeChoice: account:read
NoticeMailPayload: no scope
NoticePage: account:read
NoticeReadPayload: no scope
OfferedAircraft: add-on:read
OpenAcknowledgement.crewMemberId: crew:read
OpenAcknowledgement: document:read flight:read
Operator: no scope
OperatorExport: user:write
OperatorExportFile: user:write
OperatorExportPayload: no scope
OperatorPayload: no scope
OperatorSettings: settings:read
OperatorSettingsPayload: no scope
PageInfo: no scope
Party: no scope
Passenger: passenger:read
Passkey: account:read
PasskeyStartPayload: no scope
PaxCount: no scope
Permit: no scope
PermitToFly: no scope
PersonName: no scope
PersonalGrant: account:read
PlannedLeg: no scope
PositionTotals: crew:read
Qualification.versionList: crew:read
Qualification: no scope
QualificationPage: crew:read
QualificationPayload: no scope
Query.accessRequestList: add-on:read
Query.addOn: add-on:read
Query.addOnList: add-on:read
Query.aircraft: aircraft:read
Query.aircraftList: aircraft:read
Query.aircraftSchedule: availability:read
Query.aircraftScheduleList: availability:read
Query.aircraftTypeList: no scope
Query.airportByCode: no scope
Query.airportList: no scope
Query.apiKey: api-key:read
Query.apiKeyList: api-key:read
Query.askableAddOnList: account:read
Query.assigneeList: safety:read
Query.auditActionList: audit:read
Query.auditEntryList: audit:read
Query.availabilitySearch: availability:read
Query.availableAddOnList: add-on:read
Query.briefing: document:read flight:read
Query.changeList(entityList: AIRCRAFT): aircraft:read
Query.changeList(entityList: AVAILABILITY): availability:read
Query.changeList(entityList: CHARTER_REQUEST): sales:read
Query.changeList(entityList: CONTACT): contact:read
Query.changeList(entityList: CREW_MEMBER): crew:read
Query.changeList(entityList: DOCUMENT): document:read
Query.changeList(entityList: DUTY): crew:read
Query.changeList(entityList: EMPTY_LEG): availability:read
Query.changeList(entityList: FLIGHT): flight:read
Query.changeList(entityList: FLIGHT_PLAN): flight:read
Query.changeList(entityList: JOURNEY_LOG): log:read
Query.changeList(entityList: LOGBOOK_ENTRY): own:logbook:read
Query.changeList(entityList: MAINTENANCE_DUE): log:read
Query.changeList(entityList: MY_DUTY): own:roster
Query.changeList(entityList: MY_FLIGHT): own:roster
Query.changeList(entityList: MY_QUALIFICATION): own:profile
Query.changeList(entityList: MY_SAFETY_REPORT): own:safety
Query.changeList(entityList: OPERATOR_SETTINGS): settings:read
Query.changeList(entityList: QUALIFICATION): crew:read
Query.changeList(entityList: QUOTE): sales:read
Query.changeList(entityList: SAFETY_REPORT): safety:read
Query.changeList(entityList: SERVICE_REQUEST): service:read
Query.changeList(entityList: TECH_LOG_ENTRY): log:read
Query.changeList(entityList: TRAVEL_DOCUMENT): passenger:read
Query.changeList(entityList: TRIP): flight:read
Query.changeList(entityList: UNAVAILABILITY): aircraft:read
Query.changeList(entityList: VISIT): service:read
Query.changeList: no scope
Query.charterRequest: sales:read
Query.charterRequestList: sales:read
Query.confirmation: no scope
Query.contact: contact:read
Query.contactList(kindList: PASSENGER): passenger:read
Query.contactList: contact:read
Query.countryList: no scope
Query.crewMember: crew:read
Query.crewMemberList: crew:read
Query.document: document:read
Query.documentLink: document:read
Query.documentList: document:read
Query.duty: crew:read
Query.dutyList: crew:read
Query.echo: no scope
Query.emptyLeg: availability:read
Query.emptyLegList: availability:read
Query.flight: flight:read
Query.flightList: flight:read
Query.flightPlan: flight:read
Query.flightPlanList: flight:read
Query.freeAircraftList: aircraft:read flight:read
Query.freeCrewList: crew:read
Query.importColumnList: user:write aircraft:write crew:write contact:write passenger:write flight:write
Query.importList: user:write aircraft:write crew:write contact:write passenger:write flight:write
Query.journeyLog: log:read
Query.journeyLogList: log:read
Query.loggedRequestList: add-on:read api-key:read
Query.maintenanceDue: log:read
Query.maintenanceDueList: log:read
Query.me: own:profile
Query.myDuty: own:roster
Query.myDutyList: own:roster
Query.myFlight: own:roster
Query.myFlightList: own:roster
Query.myLogbookEntry: own:logbook:read
Query.myLogbookEntryList: own:logbook:read
Query.myLogbookLink: own:logbook:read
Query.myLogbookTotals: own:logbook:read
Query.myQualification: own:profile
Query.myQualificationList: own:profile
Query.myRecencyList: own:logbook:read
Query.mySafetyReport: own:safety
Query.mySafetyReportList: own:safety
Query.noticeChoiceList: account:read
Query.noticeList: account:read
Query.noticeUnreadCount: account:read
Query.operator: no scope
Query.operatorExport: user:write
Query.operatorSettings: settings:read
Query.ownAccessRequestList: account:read
Query.qualification: crew:read
Query.qualificationList: crew:read
Query.quote: sales:read
Query.quoteList: sales:read
Query.riskMatrix: safety:read
Query.safetyCodeList: safety:read
Query.safetyReport: safety:read
Query.safetyReportList: safety:read
Query.scopeCatalogue: no scope
Query.serviceRequest: service:read
Query.serviceRequestList: service:read
Query.techLogEntry: log:read
Query.techLogEntryList: log:read
Query.testClock: no scope
Query.tokenInfo: no scope
Query.travelDocument: passenger:read
Query.travelDocumentList: passenger:read
Query.trip: flight:read
Query.tripList: flight:read
Query.typeRatingList: no scope
Query.unavailability: aircraft:read
Query.unavailabilityList: aircraft:read
Query.userAccountList: user:read
Query.userList: contact:read
Query.viewer: account:read
Query.visit: service:read
Query.visitList: service:read
Query.webhook: api-key:read
Query.webhookList: api-key:read
Quote.versionList: sales:read
Quote: sales:read
QuoteLine: no scope
QuotePage: sales:read
QuotePayload: no scope
QuoteTerms: no scope
Recency: own:logbook:read
RecentRequest: no scope
RecordUse: no scope
RecordVersion: no scope
ReleaseToService: no scope
RequestedLeg: no scope
RequiredDocument: settings:read
ReviewRule: settings:read
Risk: safety:read
RiskMatrix: safety:read
RiskMatrixPayload: no scope
Runway: no scope
SafetyAction: safety:read
SafetyAttachment.link: safety:read
SafetyAttachment: safety:read
SafetyCode: safety:read
SafetyCodePayload: no scope
SafetyOriginal: safety:reporter:read
SafetyReport.original: safety:reporter:read
SafetyReport.versionList: safety:read
SafetyReport: safety:read
SafetyReportPage: safety:read
SafetyReportPayload: no scope
SafetyReporter: safety:reporter:read
ScopeInWords: no scope
SecondStep: account:read
SecondStepRequirePayload: no scope
ServiceRequest.versionList: service:read
ServiceRequest: service:read
ServiceRequestPage: service:read
ServiceRequestPayload: no scope
ServiceResult: no scope
ServiceStep: no scope
Signature: no scope
TechLogEntry.versionList: log:read
TechLogEntry: log:read
TechLogPage: log:read
TechLogPayload: no scope
TestClock.way: settings:write
TestClock: no scope
TestClockPayload: no scope
TestClockStep: no scope
TestClockWay.stepList: no scope
TestClockWay: no scope
TimePair: no scope
TimeReport: no scope
TokenGauge: no scope
TokenInfo: no scope
TravelDocument.versionList: passenger:read
TravelDocument: passenger:read
TravelDocumentFilter(flightId): flight:read
TravelDocumentPage: passenger:read
TravelDocumentPayload: no scope
TravelDocumentUsePayload: no scope
Trip.versionList: flight:read
Trip: flight:read
TripCreateInput(clientContactId): contact:read
TripFilter(clientContactId): contact:read
TripFilter(quoteId): sales:read
TripPage: flight:read
TripPayload: no scope
TripUpdateInput(clientContactId): contact:read
TypeRating: no scope
Unavailability.versionList: aircraft:read
Unavailability: no scope
UnavailabilityPage: aircraft:read
UnavailabilityPayload: no scope
Usage: no scope
UsageBucket: no scope
User: no scope
UserAccount: user:read
UserAccountPayload: no scope
UserError: no scope
UserRemovePayload: no scope
Viewer: account:read
ViewerPayload: no scope
ViewerSession: account:read
Visit.versionList: service:read
Visit: service:read
VisitLeg.manifest: manifest:read
VisitLeg: service:read
VisitPage: service:read
Warning: no scope
WarningSubject: no scope
Webhook.attemptList: no scope
Webhook.figures: no scope
Webhook.messagesAfter: no scope
Webhook.waitingList: no scope
Webhook: api-key:read
WebhookAttempt: no scope
WebhookFigures.hourList: no scope
WebhookFigures: no scope
WebhookHour: no scope
WebhookMessage: no scope
WebhookMessageCount: no scope
WebhookPayload: no scope
WebhookPreviewPayload: no scope
WebhookSecretPayload: no scope
WebhookWaiting: no scope
`

const schema = buildSchema()
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type))
const objects = types.filter((type): type is GraphQLObjectType => isObjectType(type))
const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()]

const needsOf = (node: { extensions: Readonly<Record<string, unknown>> }): string =>
  (node.extensions.needs as string[] | undefined)?.join(' ') || 'no scope'

const listed = (): string[] => {
  const ofObject = (type: GraphQLObjectType): string[] => {
    const isRoot = roots.includes(type)
    const own = Object.values(type.getFields()).filter((field) => isRoot || 'needs' in field.extensions)
    return [
      ...(isRoot ? [] : [`${type.name}: ${needsOf(type)}`]),
      ...own.map((field) => `${type.name}.${field.name}: ${needsOf(field)}`),
      ...Object.values(type.getFields()).flatMap((field) => ofInputs(`${type.name}.${field.name}`, field.args)),
    ]
  }
  const ofInputs = (name: string, inputs: readonly (GraphQLArgument | GraphQLInputField)[]): string[] =>
    inputs.flatMap((input) => {
      const byValue = Object.entries((input.extensions.needsByValue ?? {}) as Record<string, string[]>)
      const named = scopesOfInput(input).length > 0 ? [`${name}(${input.name}): ${needsOf(input)}`] : []
      return [...named, ...byValue.map(([value, scopes]) => `${name}(${input.name}: ${value}): ${scopes.join(' ')}`)]
    })
  const inputs = types.flatMap((type) =>
    isInputObjectType(type) ? ofInputs(type.name, Object.values(type.getFields())) : [],
  )
  return [...objects.flatMap(ofObject), ...inputs].sort()
}

describe('the nodes', () => {
  test('the schema has exactly the listed nodes, each with its scopes', () => {
    assert.deepEqual(listed(), NODES.trim().split('\n'))
  })

  test("every node's description names the scopes it needs, or that it needs none", () => {
    const sentence = /(No scope\.|Requires scopes?: [a-z-]+:[a-z:-]+(, [a-z-]+:[a-z:-]+)*\.)$/
    for (const type of objects) {
      if (!roots.includes(type)) assert.match(type.description ?? '', sentence, type.name)
      for (const field of Object.values(type.getFields())) {
        assert.match(field.description ?? '', sentence, `${type.name}.${field.name}`)
        const inherited = roots.includes(type) ? [] : ((type.extensions.needs as string[]) ?? [])
        for (const scope of [...inherited, ...((field.extensions.needs as string[]) ?? [])]) {
          assert.ok(field.description?.includes(scope), `${type.name}.${field.name} does not name ${scope}`)
        }
      }
    }
  })

  test('the committed schema equals the generated one (npm run generate)', () => {
    const committed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
    assert.equal(committed, renderSchemaFile())
    assert.equal(`${printSchema(buildFromText(committed))}\n`, committed, 'and it reads as a schema')
    assert.equal(readFileSync(new URL('../../portal.graphql', import.meta.url), 'utf8'), renderPortalFile())
    assert.equal(readFileSync(new URL('../../support.graphql', import.meta.url), 'utf8'), renderSupportFile())
  })
})

describe('nodes without declared scopes', () => {
  test('an undeclared root field, type or field that returns an interface is found', () => {
    const undeclared = buildFromText(`
      type Query { open: Text here: Thing }
      type Mutation { change: Text }
      type Text { words: String }
      interface Thing { name: String }
    `)
    assert.deepEqual(undeclaredNodes(undeclared), ['Query.here', 'Query.open', 'Query.here', 'Mutation.change', 'Text'])
    assert.deepEqual(undeclaredNodes(schema), [])
  })

  test('an undeclared node stops the server from starting, and the error names it', async (t) => {
    const { environment, dispose } = await preparedPlace('sqlite')
    t.after(dispose)
    const forgotten = fileURLToPath(new URL('../support/undeclared-node.ts', import.meta.url))
    const env = { ...environment, PORT: '0', NODE_OPTIONS: `--import=${forgotten}` }
    await assert.rejects(runSources(['serve'], env), (error: Error & { code: number; stderr: string }) => {
      assert.equal(error.code, 1)
      assert.equal(error.stderr, 'These nodes declare neither scopes nor "noScope": Query.forgottenList\n')
      return true
    })
  })
})
