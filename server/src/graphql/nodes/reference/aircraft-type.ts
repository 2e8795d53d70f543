/** Aircraft types (data §1.2). Several of them can share one designator. */
import { type AircraftTypeRecord, ENGINE_TYPES, SPECIES } from '../../../domain/reference/aircraft-type.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { usually } from '../../operation/list-size.ts'

const EngineType = builder.enumType('EngineType', { values: ENGINE_TYPES })
const Species = builder.enumType('Species', { values: SPECIES })

export const AircraftType = builder.objectRef<AircraftTypeRecord>('AircraftType').implement({
  ...noScope,
  description: 'An aircraft type. More than one can share the same iCAO designator (B738: 737-800 and BBJ2).',
  fields: (t) => ({
    acftTypeId: t.exposeString('acftTypeId'),
    iCAO: t.exposeString('iCAO'),
    manufacturer: t.exposeString('manufacturer'),
    model: t.exposeString('model'),
    engineCount: t.exposeInt('engineCount', { nullable: true }),
    engineType: t.expose('engineType', { type: EngineType, nullable: true }),
    species: t.expose('species', { type: Species, nullable: true }),
    wakeCategory: t.exposeString('wakeCategory', { nullable: true }),
    isActive: t.exposeBoolean('isActive'),
    minFlightCrew: t.int({
      description: 'Pilots that the type needs at least; 1 where unknown.',
      resolve: (type, _args, { reference }) => reference.typeRatings.minFlightCrew(type),
    }),
    ratingCode: t.string({
      nullable: true,
      description: 'Code of the rating that flies it; null where none is needed.',
      resolve: (type, _args, { reference }) => reference.typeRatings.codeForType(type),
    }),
  }),
})

/** How many types a wildcard usually finds. */
const TYPES_FOUND = 10

builder.queryField('aircraftTypeList', (t) =>
  t.field({
    ...usually(
      ({ wildcard }, { reference }) => (wildcard ? TYPES_FOUND : reference.aircraftTypes(null).length),
      noScope,
    ),
    description:
      'Aircraft types ordered by iCAO, manufacturer, model. `wildcard` is case-insensitive: `*` and `?` are globs over the whole field, anything else is a part of iCAO, manufacturer or model.',
    type: [AircraftType],
    args: { wildcard: t.arg.string() },
    resolve: (_root, { wildcard }, { reference }) => reference.aircraftTypes(wildcard) as AircraftTypeRecord[],
  }),
)
