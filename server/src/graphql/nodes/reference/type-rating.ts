/** Type ratings (data §14): which types each covers. */
import type { TypeRatingRecord } from '../../../domain/reference/type-rating.ts'
import { compileWildcard } from '../../../domain/wildcard.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { usually } from '../../operation/list-size.ts'

const TypeRating = builder.objectRef<TypeRatingRecord>('TypeRating').implement({
  ...noScope,
  description: 'A type or class rating and the designators that it covers, e.g. C525: C525, C25A, C25B, C25C.',
  fields: (t) => ({
    ratingCode: t.exposeString('ratingCode'),
    label: t.exposeString('label'),
    iCAOList: t.stringList({ resolve: ({ iCAOList }) => [...iCAOList] }),
  }),
})

/** How many ratings a wildcard usually finds. */
const RATINGS_FOUND = 5

builder.queryField('typeRatingList', (t) =>
  t.field({
    ...usually(
      ({ wildcard }, { reference }) => (wildcard ? RATINGS_FOUND : reference.typeRatings.list.length),
      noScope,
    ),
    description:
      'Ratings by code, and the designators that each covers. `wildcard` searches code, label and designators like that of aircraftTypeList.',
    type: [TypeRating],
    args: { wildcard: t.arg.string() },
    resolve: (_root, { wildcard }, { reference }) => {
      if (!wildcard) return [...reference.typeRatings.list]
      const matches = compileWildcard(wildcard)
      return reference.typeRatings.list.filter(({ ratingCode, label, iCAOList }) =>
        [ratingCode, label, ...iCAOList].some(matches),
      )
    },
  }),
)
