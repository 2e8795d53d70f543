/** Builds the schema from the nodes, and fails if one of them does not declare what it needs. */
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { NOT_YET_USED, SCOPES } from '../domain/scopes.ts'
import { describeAccess, neededScopes, undeclaredNodes } from './access-declaration.ts'
import { builder } from './builder.ts'
import { undeclaredColumns } from './column-declaration.ts'
import { describeFollows, undeclaredFollows } from './follows-declaration.ts'
import { UndeclaredNodes } from './undeclared-nodes.ts'
import './nodes/oauth/token.ts'
import './nodes/tenancy/operator.ts'
import './nodes/tenancy/test-clock.ts'
import './nodes/reference/aircraft-type.ts'
import './nodes/reference/airport.ts'
import './nodes/reference/type-rating.ts'
import './nodes/operations/contact.ts'
import './nodes/identity/user.ts'
import './nodes/operations/fleet/aircraft.ts'
import './nodes/operations/fleet/unavailability.ts'
import './nodes/operations/flights/flight.ts'
import './nodes/operations/flights/trip.ts'
import './nodes/operations/flights/flight-mutations.ts'
import './nodes/operations/movement/flight-fuel.ts'
import './nodes/operations/movement/fuel-uplift.ts'
import './nodes/operations/movement/flight-history.ts'
import './nodes/operations/movement/flight-movement.ts'
import './nodes/operations/risk/flight-risk.ts'
import './nodes/operations/crew/flight-crew.ts'
import './nodes/operations/passengers/contact-erase.ts'
import './nodes/operations/passengers/passenger.ts'
import './nodes/operations/passengers/passenger-changes.ts'
import './nodes/operations/passengers/travel-document.ts'
import './nodes/operations/documents/briefing.ts'
import './nodes/operations/documents/document.ts'
import './nodes/operations/documents/document-upload.ts'
import './nodes/operations/crew/crew-member.ts'
import './nodes/operations/crew/qualification.ts'
import './nodes/operations/crew/duty.ts'
import './nodes/tenancy/operator-settings.ts'
import './nodes/operations/crew/duty-assessment.ts'
import './nodes/operations/free.ts'
import './nodes/operations/handling/manifest.ts'
import './nodes/operations/handling/service-request.ts'
import './nodes/operations/handling/visit.ts'
import './nodes/operations/sales/availability.ts'
import './nodes/operations/sales/charter-request.ts'
import './nodes/operations/sales/empty-leg.ts'
import './nodes/operations/sales/quote.ts'
import './nodes/change.ts'
import './nodes/events/webhook.ts'
import './nodes/identity/me.ts'
import './nodes/operations/external-id-set.ts'
import './nodes/operations/logs/confirmation.ts'
import './nodes/operations/flights/flight-plan.ts'
import './nodes/operations/logs/journey-log.ts'
import './nodes/operations/safety/safety-report.ts'
import './nodes/operations/safety/my-safety-report.ts'
import './nodes/operations/logs/maintenance-due.ts'
import './nodes/operations/logs/tech-log-entry.ts'
import './nodes/operations/logbook/my-logbook.ts'
import './nodes/operations/logbook/recency.ts'
import './nodes/operations/own/my-duty.ts'
import './nodes/operations/own/my-flight.ts'
import './nodes/operations/own/my-qualification.ts'
import './nodes/oauth/scope-in-words.ts'
import './nodes/usage/request.ts'
import './nodes/oauth/add-on.ts'
import './nodes/oauth/available-add-on.ts'
import './nodes/oauth/access-request.ts'
import './nodes/oauth/api-key.ts'
import './nodes/identity/user-account.ts'
import './nodes/identity/user-recovery.ts'
import './nodes/tenancy/audit-entry.ts'
import './nodes/tenancy/operator-export.ts'
import './nodes/identity/viewer.ts'
import './nodes/identity/account.ts'
import './nodes/identity/account-passkeys.ts'
import './nodes/operations/import/import.ts'
import './nodes/operations/import/import-undo.ts'
import './nodes/notices/notice.ts'

export { UndeclaredNodes }

/** A scope is offered if and only if a node needs it: fails if the list of unused scopes is wrong. */
const requireUseOfScopes = (schema: GraphQLSchema): void => {
  const used = neededScopes(schema)
  const wrong = SCOPES.filter((scope) => used.has(scope) === NOT_YET_USED.has(scope))
  if (wrong.length > 0) {
    throw new UndeclaredNodes(`NOT_YET_USED in domain/scopes.ts is wrong about: ${wrong.join(', ')}`)
  }
}

/** Removes resolvers that only read a property: the compiler reads it directly. */
const dropPlainResolvers = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!('getFields' in type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.extensions.pothosExposedField === field.name && 'resolve' in field) field.resolve = undefined as never
    }
  }
}

export const buildSchema = (): GraphQLSchema => {
  const schema = builder.toSchema()
  const undeclared = undeclaredNodes(schema)
  if (undeclared.length > 0) {
    throw new UndeclaredNodes(`These nodes declare neither scopes nor "noScope": ${undeclared.join(', ')}`)
  }
  const withoutColumns = undeclaredColumns(schema)
  if (withoutColumns.length > 0) {
    throw new UndeclaredNodes(`These fields do not say which columns they need: ${withoutColumns.join(', ')}`)
  }
  const following = undeclaredFollows(schema)
  if (following.length > 0) {
    throw new UndeclaredNodes(
      `These fields read more than their row and do not say what they follow: ${following.join(', ')}`,
    )
  }
  requireUseOfScopes(schema)
  describeFollows(schema)
  describeAccess(schema)
  dropPlainResolvers(schema)
  return schema
}

/** The content of `server/schema.graphql`. */
export const schemaText = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`
