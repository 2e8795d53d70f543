/**
 * An argument that tells something needs the scope of what it tells: who filters flights by a registration learns which
 * aircraft flies them (threats row 144).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { objectTypes, scopesOfInput, scopesToReach } from '../../src/graphql/access-declaration.ts'
import { buildSchema } from '../../src/graphql/schema.ts'

const schema = buildSchema()

type Field = GraphQLField<unknown, unknown>
type Input = GraphQLArgument | GraphQLInputField

/** An argument of a query, or a field of an input that is given to one. */
interface Given {
  readonly coordinate: string
  readonly input: Input
  /** The field that takes it, and its type. */
  readonly type: GraphQLObjectType
  readonly field: Field
}

/** What says how much is answered, from where on or at which time, and nothing of a record that it would not answer. */
const TELLS_NOTHING =
  /^(?:Query|Webhook|Conversation)\.(?:\w+)\((?:page|first|after|before|from|waitSeconds|code|text|includeRevoked|outcome|cursor):\)$|^PageInput\.|\((?:at|period|seconds):\)$/

/** What an argument filters by where its name does not say it: fields in the order in which they are followed. */
const FILTERS_BY: Readonly<Record<string, readonly string[]>> = {
  'Aircraft.unavailabilityList(interval:)': ['Unavailability.from', 'Unavailability.to'],
  'AircraftFilter.iCAO': ['Aircraft.acftType', 'AircraftType.iCAO'],
  'AircraftFilter.minSeats': ['Aircraft.seatCount'],
  'AircraftScheduleFilter.interval': ['AircraftSchedule.blockList', 'AvailabilityBlock.from'],
  'AuditEntryFilter.from': ['AuditEntry.at'],
  'AuditEntryFilter.text': ['AuditEntry.action', 'AuditEntry.actorName', 'AuditEntry.address', 'AuditEntry.detail'],
  'AuditEntryFilter.to': ['AuditEntry.at'],
  'CharterRequestFilter.createdSince': ['CharterRequest.createdAt'],
  'CrewFilter.expiringBefore': ['CrewMember.qualificationList', 'Qualification.validTo'],
  'CrewFilter.wildcard': ['CrewMember.code', 'CrewMember.name', 'CrewMember.surname'],
  'CrewMember.dutyList(interval:)': ['Duty.startAt', 'Duty.endAt'],
  'DocumentFilter.validOn': ['Document.validFrom', 'Document.validTo'],
  'DocumentFilter.visitId': ['ServiceRequest.visit', 'Visit.visitId'],
  'DutyFilter.interval': ['Duty.startAt', 'Duty.endAt'],
  'EmptyLegFilter.interval': ['EmptyLeg.earliest', 'EmptyLeg.latest'],
  'EmptyLegFilter.minSeats': ['EmptyLeg.seatCount'],
  'EmptyLegFilter.near': ['EmptyLeg.adep'],
  'EmptyLegFilter.radiusNm': ['EmptyLeg.adep', 'EmptyLeg.ades'],
  'EmptyLegFilter.toward': ['EmptyLeg.ades'],
  'FlightFilter.basis': ['Flight.actual', 'Flight.estimate', 'Flight.schedule'],
  'FlightFilter.crewMemberId': ['Flight.crewList', 'CrewOnFlight.crewMember'],
  'FlightFilter.interval': ['Flight.schedule'],
  'FlightFilter.registration': ['Flight.aircraft', 'Aircraft.registration'],
  'JourneyLogFilter.interval': ['JourneyLog.times'],
  'SafetyFilter.occurred': ['SafetyReport.occurredOn'],
  'MaintenanceDueFilter.dueBefore': ['MaintenanceDue.dueDate'],
  'TechLogFilter.interval': ['TechLogEntry.foundAt'],
  'ServiceRequestFilter.airport': ['ServiceRequest.visit', 'Visit.airport'],
  'ServiceRequestFilter.flightId': ['ServiceRequest.leg', 'VisitLeg.flightId'],
  'ServiceRequestFilter.providerContactIdList': ['ServiceRequest.provider', 'Party.contactId'],
  'ServiceRequestFilter.visitId': ['ServiceRequest.visit', 'Visit.visitId'],
  'VisitFilter.flightId': ['Visit.arrival', 'VisitLeg.flightId'],
  'ServiceRequestFilter.interval': ['Visit.arriveAt', 'VisitLeg.schedule'],
  'VisitFilter.interval': ['Visit.arriveAt'],
  'LogbookFilter.acftICAO': ['LogbookEntry.acftICAO'],
  'LogbookFilter.externalId': ['LogbookEntry.externalIdList'],
  'LogbookFilter.from': ['LogbookEntry.date'],
  'LogbookFilter.kindList': ['LogbookEntry.kind'],
  'LogbookFilter.logbookEntryIdList': ['LogbookEntry.logbookEntryId'],
  'LogbookFilter.registration': ['LogbookEntry.registration'],
  'LogbookFilter.sourceList': ['LogbookEntry.source'],
  'LogbookFilter.to': ['LogbookEntry.date'],
  'LogbookFilter.updatedSince': ['LogbookEntry.updatedAt'],
  'LoggedRequestFilter.from': ['LoggedRequest.at'],
  'LoggedRequestFilter.to': ['LoggedRequest.at'],
  'QualificationFilter.expiringBefore': ['Qualification.validTo'],
  'QualificationFilter.isSuperseded': ['Qualification.supersededById'],
  'Query.aircraftSchedule(interval:)': ['AircraftSchedule.blockList', 'AvailabilityBlock.from'],
  'Query.aircraftTypeList(wildcard:)': ['AircraftType.iCAO', 'AircraftType.manufacturer', 'AircraftType.model'],
  'Query.airportList(minRunwayFt:)': ['Airport.runwayList'],
  'Query.airportList(wildcard:)': ['Airport.iCAO', 'Airport.iATA', 'Airport.name', 'Airport.city'],
  'Query.availabilitySearch(input:)': ['AircraftSchedule.blockList', 'AvailabilityOption.seatCount'],
  'Query.contactList(wildcard:)': ['Contact.name', 'Contact.surname', 'Contact.company', 'Contact.email'],
  'Query.documentLink(documentId:)': ['Query.document', 'Document.documentId'],
  'Query.documentLink(revision:)': ['Document.revisionList', 'DocumentRevision.revision'],
  'Query.freeAircraftList(adep:)': ['Aircraft.position'],
  'Query.freeAircraftList(interval:)': ['Flight.schedule', 'Unavailability.from'],
  'Query.freeAircraftList(seatCount:)': ['Aircraft.seatCount'],
  'Query.freeCrewList(adep:)': ['CrewMember.base'],
  'Query.freeCrewList(iCAO:)': ['CrewMember.qualificationList', 'Qualification.ratingCode'],
  'Query.freeCrewList(interval:)': ['CrewMember.dutyList', 'Duty.startAt'],
  'Query.freeCrewList(position:)': ['CrewMember.qualificationList', 'Qualification.kind'],
  'Query.myDutyList(interval:)': ['MyDuty.startAt', 'MyDuty.endAt'],
  'Query.myFlightList(interval:)': ['Query.myDutyList', 'MyDuty.plannedStartAt'],
  'Query.myFlightList(updatedSince:)': ['MyFlight.version'],
  'Query.typeRatingList(wildcard:)': ['TypeRating.ratingCode', 'TypeRating.label', 'TypeRating.iCAOList'],
  'TravelDocumentFilter.expiringBefore': ['TravelDocument.expiry'],
  'TravelDocumentFilter.flightId': ['Flight.passengerList', 'Passenger.travelDocument'],
  'TripFilter.clientContactId': ['Trip.client'],
  'TripFilter.interval': ['Trip.flightList', 'Flight.schedule'],
  'UnavailabilityFilter.interval': ['Unavailability.from', 'Unavailability.to'],
}

const fieldOf = (coordinate: string): readonly [GraphQLObjectType, Field] => {
  const [typeName = '', fieldName = ''] = coordinate.split('.')
  const type = schema.getType(typeName)
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
  assert.ok(isObjectType(type) && field, `there is no ${coordinate}`)
  return [type, field]
}

/** The records that a field answers: those of a page, of a list, or the one. */
const answered = (field: Field): GraphQLObjectType | null => {
  const type = getNamedType(field.type)
  if (!isObjectType(type)) return null
  const list = type.name.endsWith('Page') ? type.getFields().nodeList : undefined
  return list ? answered(list) : type
}

const inputsOf = (type: GraphQLObjectType, field: Field): Given[] =>
  field.args.flatMap((arg) => {
    const named = getNamedType(arg.type)
    if (arg.name === 'filter' && isInputObjectType(named)) {
      return Object.values(named.getFields()).map((input) => ({
        coordinate: `${named.name}.${input.name}`,
        input,
        type,
        field,
      }))
    }
    return [{ coordinate: `${type.name}.${field.name}(${arg.name}:)`, input: arg, type, field }]
  })

const allOf = (graph: GraphQLSchema): Given[] =>
  objectTypes(graph)
    .filter((type) => type !== graph.getMutationType())
    .flatMap((type) => Object.values(type.getFields()).flatMap((field) => inputsOf(type, field)))

const OTHER_NAMES: Readonly<Record<string, string>> = { externalId: 'externalIdList', updatedSince: 'updatedAt' }

/** The field of the answered records that the argument's name says. */
const namedField = (record: GraphQLObjectType, name: string): string | null => {
  const single = name.replace(/List$/, '')
  const names = [OTHER_NAMES[name] ?? name, single, single.replace(/Id$/, ''), `${single}List`]
  const found = names.find((each) => record.getFields()[each])
  return found ? `${record.name}.${found}` : null
}

const pathOf = ({ coordinate, input, field }: Given): readonly string[] | null => {
  const said = FILTERS_BY[coordinate]
  if (said) return said
  const record = answered(field)
  const named = record && namedField(record, input.name)
  return named ? [named] : null
}

const missingOf = (given: Given, path: readonly string[]): string[] => {
  const held = new Set([...scopesToReach(given.type, given.field), ...scopesOfInput(given.input)])
  const told = path.flatMap((coordinate) => scopesToReach(...fieldOf(coordinate)))
  return [...new Set(told)].filter((scope) => !held.has(scope))
}

test('every argument of every query is known by the field that it filters by', () => {
  const all = allOf(schema)
  assert.ok(all.length > 80, `${all.length} arguments`)
  const unknown = all.filter((given) => !TELLS_NOTHING.test(given.coordinate) && pathOf(given) === null)
  assert.deepEqual([...new Set(unknown.map(({ coordinate }) => coordinate))], [])
})

test('what is said of arguments is said of arguments that exist', () => {
  const known = new Set(allOf(schema).map(({ coordinate }) => coordinate))
  assert.deepEqual(
    Object.keys(FILTERS_BY).filter((coordinate) => !known.has(coordinate)),
    [],
  )
})

test('every argument needs the scopes of the field that it filters by (threats row 144)', () => {
  const short = allOf(schema).flatMap((given) => {
    const path = TELLS_NOTHING.test(given.coordinate) ? null : pathOf(given)
    const missing = path === null ? [] : missingOf(given, path)
    return missing.length === 0 ? [] : [`${given.coordinate} tells ${path?.join(', ')}: ${missing.join(' ')}`]
  })
  assert.deepEqual(short, [])
})
