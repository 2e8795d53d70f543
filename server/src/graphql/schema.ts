/** Puts the nodes together, and refuses to go on when one of them does not declare what it needs. */
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { describeAccess, undeclaredNodes } from './access-declaration.ts'
import { builder } from './builder.ts'
import './nodes/token.ts'
import './nodes/operator.ts'
import './nodes/aircraft-type.ts'
import './nodes/airport.ts'
import './nodes/contact.ts'
import './nodes/user.ts'
import './nodes/aircraft.ts'
import './nodes/unavailability.ts'
import './nodes/flight.ts'
import './nodes/trip.ts'
import './nodes/flight-mutations.ts'
import './nodes/flight-crew.ts'
import './nodes/passenger.ts'
import './nodes/crew-member.ts'
import './nodes/qualification.ts'
import './nodes/duty.ts'
import './nodes/change.ts'
import './nodes/me.ts'
import './nodes/my-duty.ts'
import './nodes/scope-in-words.ts'
import './nodes/add-on.ts'
import './nodes/available-add-on.ts'
import './nodes/api-key.ts'
import './nodes/user-account.ts'
import './nodes/audit-entry.ts'
import './nodes/viewer.ts'
import './nodes/account.ts'
import './nodes/account-passkeys.ts'

export class UndeclaredNodes extends Error {}

/** A property that is merely exposed needs no resolver: the compiler reads it directly. */
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
  describeAccess(schema)
  dropPlainResolvers(schema)
  return schema
}

/** What `server/schema.graphql` holds. */
export const schemaText = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`
