/** The names on a leg, for providers who hold manifest:read. */
import { CREW_POSITION, SEX } from '../../../../domain/operations/crew/crew.ts'
import { TRAVEL_DOCUMENT_TYPE } from '../../../../domain/operations/passengers/travel-document.ts'
import { manifestsOf, type ManifestPerson as Person } from '../../../../services/operations/handling/manifest.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'
import { enumOf } from '../../records/record-enum.ts'
import { VisitLeg } from './visit-leg.ts'

const ManifestPerson = builder.objectRef<Person>('ManifestPerson').implement({
  ...needs('manifest:read'),
  description:
    'Birth and nationality always; the document only while a CUSTOMS, SECURITY or permit request for the leg is to be done.',
  fields: (t) => ({
    isCrew: t.exposeBoolean('isCrew'),
    position: t.expose('position', { type: enumOf(CREW_POSITION), nullable: true }),
    name: t.exposeString('name'),
    surname: t.exposeString('surname'),
    dateOfBirth: t.expose('dateOfBirth', { type: 'Date', nullable: true }),
    nationality: t.exposeString('nationality', { nullable: true }),
    sex: t.expose('sex', { type: enumOf(SEX), nullable: true }),
    documentType: t.field({
      type: enumOf(TRAVEL_DOCUMENT_TYPE),
      nullable: true,
      resolve: ({ document }) => document?.type ?? null,
    }),
    documentIssuingCountry: t.string({ nullable: true, resolve: ({ document }) => document?.issuingCountry ?? null }),
    documentNumber: t.string({ nullable: true, resolve: ({ document }) => document?.number ?? null }),
    documentExpiry: t.field({ type: 'Date', nullable: true, resolve: ({ document }) => document?.expiry ?? null }),
  }),
})

const Manifest = builder.objectRef<{ readonly personList: readonly Person[] }>('Manifest').implement({
  ...needs('manifest:read'),
  description: 'Who is aboard a leg.',
  fields: (t) => ({
    personList: t.field({
      ...usually(6),
      type: [ManifestPerson],
      description: 'Crew first.',
      resolve: ({ personList }) => [...personList],
    }),
  }),
})

builder.objectField(VisitLeg, 'manifest', (t) =>
  t.field({
    ...needs('manifest:read'),
    follows: ['CONTACT', 'CREW_MEMBER', 'TRAVEL_DOCUMENT'],
    type: Manifest,
    nullable: true,
    description: 'Null where no request that stands is about the leg, and once the flight is CLOSED.',
    resolve: async ({ flightId }, _args, { loaders, reader }) => {
      const personList = await loaders.load('manifests', flightId, (ids) => manifestsOf(reader, ids))
      return personList === undefined ? null : { personList }
    },
  }),
)
